/** The sheet of keyboard shortcuts, as a modal dialog that the browser itself closes on Esc. */
import { useEffect, useRef } from 'react';
import { strings } from '../strings.ts';

interface ShortcutSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function ShortcutSheet({ open, onClose }: ShortcutSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} className="sheet" aria-labelledby="sheet-title" onClose={onClose}>
      <h2 id="sheet-title">{strings.shortcuts.title}</h2>
      <dl className="sheet-rows">
        {strings.shortcuts.rows.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="button" onClick={onClose}>
        {strings.shortcuts.close}
      </button>
    </dialog>
  );
}
