/** The sheet of keyboard shortcuts of one window, drawn from the table that binds them. */
import { strings } from '../strings.ts';
import { Modal } from './modal.tsx';
import { SHORTCUTS, type ShortcutId } from './shortcut-table.ts';

export interface SheetRow {
  readonly keys: readonly string[];
  readonly meaning: string;
}

interface ShortcutSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly rows: readonly SheetRow[];
}

/** The row of one shortcut, in the words of the catalogue. */
export function sheetRow(id: ShortcutId): SheetRow {
  return { keys: SHORTCUTS[id].keys, meaning: strings.shortcuts.meanings[id] };
}

export function ShortcutSheet({ open, onClose, rows }: ShortcutSheetProps) {
  return (
    <Modal open={open} onClose={onClose} title={strings.shortcuts.title}>
      <dl className="sheet-rows">
        {rows.map(({ keys, meaning }) => (
          <div key={meaning}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{keyWords(key)}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="button" onClick={onClose}>
        {strings.shortcuts.close}
      </button>
    </Modal>
  );
}

function keyWords(key: string): string {
  return key
    .replace('Escape', 'Esc')
    .replace('ArrowDown', '↓')
    .replace('ArrowUp', '↑')
    .replaceAll('+', ' + ');
}
