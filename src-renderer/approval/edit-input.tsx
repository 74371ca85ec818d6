/** On a card: another input in place of the agent's. It answers nothing; main looks at it anew and the card then shows that. */
import { useId, useState } from 'react';
import type { ApprovalCard, EditRequest } from '../../src-shared/approval.ts';
import type { Json } from '../../src-shared/json.ts';
import type { ApprovalBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { useAction } from '../parts/use-action.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';

interface EditInputProps {
  readonly bridge: ApprovalBridge;
  readonly card: ApprovalCard;
}

export function EditInput({ bridge, card }: EditInputProps) {
  const [open, setOpen] = useState(false);
  if (card.ask === 'question' || card.ask === 'review') return null;
  if (open) return <EditForm bridge={bridge} card={card} onClose={() => setOpen(false)} />;
  return (
    <button type="button" className="button button-quiet edit-input-open" onClick={() => setOpen(true)}>
      {strings.edit.open}
    </button>
  );
}

/** What the agent had asked, where the person has put something else in its place. */
export function EditedNote({ card }: { readonly card: ApprovalCard }) {
  // Of a picture that was changed, the picture itself tells.
  if (card.edited === undefined || card.edited.from === card.summary) return null;
  return (
    <p className="card-note" role="status">
      {strings.edit.edited}{' '}
      <code>
        <Visible text={card.edited.from} />
      </code>
    </p>
  );
}

function EditForm({ bridge, card, onClose }: EditInputProps & { readonly onClose: () => void }) {
  const id = useId();
  const command = commandOf(card.input);
  const [text, setText] = useState(() => command ?? JSON.stringify(card.input, null, 2));
  const edited = command === undefined ? parsed(text) : { ...fieldsOf(card.input), command: text };
  const look = useAction(async () => {
    if (edited === undefined) return { ok: false, error: strings.edit.notJson };
    const { callId, digest } = card;
    const receipt = await bridge.call('approval:edit', { callId, digest, input: edited });
    return receipt.kind === 'accepted' ? { ok: true } : { ok: false, error: receipt.why };
  });
  return (
    <form
      className="edit-input"
      onSubmit={(event) => {
        event.preventDefault();
        void look.run().then((done) => done && onClose());
      }}
    >
      <label htmlFor={id}>
        {command === undefined ? strings.edit.inputLabel : strings.edit.commandLabel}
      </label>
      <textarea
        id={id}
        className="mono"
        rows={Math.min(12, text.split('\n').length + 1)}
        spellCheck={false}
        value={text}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p id={`${id}-hint`} className="soft">
        {strings.edit.hint}
      </p>
      <div className="row">
        <button type="button" className="button" onClick={onClose}>
          {strings.edit.drop}
        </button>
        <button type="submit" className="button" disabled={look.busy}>
          {strings.edit.look}
        </button>
      </div>
      <ActionError error={look.error ?? (edited === undefined ? strings.edit.notJson : undefined)} />
    </form>
  );
}

type Input = Extract<EditRequest, { readonly input: unknown }>['input'];

function fieldsOf(input: Json): { [key: string]: Input } {
  return input !== null && typeof input === 'object' && !Array.isArray(input)
    ? (input as { [key: string]: Input })
    : {};
}

function commandOf(input: Json): string | undefined {
  const { command } = fieldsOf(input);
  return typeof command === 'string' ? command : undefined;
}

function parsed(text: string): Input | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Input)
      : undefined;
  } catch {
    return undefined;
  }
}
