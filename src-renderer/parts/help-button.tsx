/** Opens the sheet of keyboard shortcuts. */
import { strings } from '../strings.ts';
import { Hint } from './hint.tsx';
import { ariaKeys } from './shortcut-table.ts';

export function HelpButton({ onHelp }: { readonly onHelp: () => void }) {
  return (
    <Hint text={strings.shortcuts.open}>
      <button
        type="button"
        className="button button-quiet help"
        aria-label={strings.shortcuts.open}
        aria-keyshortcuts={ariaKeys('sheet')}
        onClick={onHelp}
      >
        ?
      </button>
    </Hint>
  );
}
