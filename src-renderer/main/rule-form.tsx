/** A rule written or changed by hand: its problems beside its fields, what it would have changed before it is saved. */
import { type FormEvent, useId, useState } from 'react';
import type { RuleDraft, RuleView } from '../../src-shared/rule-view.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { useAction } from '../parts/use-action.ts';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { strings } from '../strings.ts';
import { Choice } from './choice.tsx';
import { Field } from './field.tsx';
import { ReplayPanel } from './replay-panel.tsx';

const words = strings.permissions.form;

interface RuleFormProps {
  readonly bridge: MainBridge;
  readonly skew: number;
  /** The rule that is changed; missing for a new one. */
  readonly rule?: RuleView;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

export function RuleForm({ bridge, skew, rule, onSaved, onCancel }: RuleFormProps) {
  const title = useId();
  const { fields, change, forget } = useKeptFields(formName(rule), beginning(rule));
  const [missing, setMissing] = useState(false);
  const id = rule === undefined ? {} : { id: rule.id };
  const save = useAction((draft: RuleDraft) => bridge.call('rules:put', { ...id, draft }));
  const draft = (): RuleDraft | undefined => {
    const isMissing = fields.key.trim() === '';
    setMissing(isMissing);
    return isMissing ? undefined : { ...fields, effect: fields.effect === 'refuse' ? 'refuse' : 'allow' };
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const written = draft();
    if (!written || !(await save.run(written))) return;
    forget();
    onSaved();
  };
  const cancel = () => {
    forget();
    onCancel();
  };
  return (
    <form
      className="form rule-form"
      aria-labelledby={title}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <h4 id={title}>{rule === undefined ? words.addTitle : words.editTitle(visibleText(rule.key))}</h4>
      <Field
        label={words.key}
        value={fields.key}
        placeholder="Bash(git log *)"
        hint={words.keyHint}
        problem={missing ? words.keyMissing : undefined}
        autoFocus
        onChange={(key) => change({ key })}
      />
      <Choice
        label={words.effect}
        value={fields.effect}
        choices={words.effects}
        onChange={(effect) => change({ effect })}
      />
      <Field label={words.cwd} value={fields.cwd} hint={words.cwdHint} onChange={(cwd) => change({ cwd })} />
      <Field
        label={words.reason}
        value={fields.reason}
        hint={words.reasonHint}
        onChange={(reason) => change({ reason })}
      />
      <div className="row">
        <button type="submit" className="button button-primary" disabled={save.busy}>
          {words.save}
        </button>
        <button type="button" className="button button-quiet" onClick={cancel}>
          {words.cancel}
        </button>
        <span className="soft">{words.saveHint}</span>
      </div>
      <ActionError error={save.error} />
      <ReplayPanel
        bridge={bridge}
        skew={skew}
        title={strings.permissions.replay.start}
        request={() => {
          const written = draft();
          return written && { ...id, draft: written };
        }}
      />
    </form>
  );
}

const NEW_RULE = 'rule-form';

function formName(rule: RuleView | undefined): string {
  return rule === undefined ? NEW_RULE : `${NEW_RULE} ${rule.id}`;
}

/** Whether something was being written there before this window was loaded anew. */
export function isBeingWritten(rule?: RuleView): boolean {
  return sessionStorage.getItem(formName(rule)) !== null;
}

function beginning(rule: RuleView | undefined) {
  if (rule === undefined) return { key: '', effect: 'allow', cwd: '', reason: '' };
  const { key, effect, when, reason = '' } = rule;
  return { key, effect: effect === 'refuse' ? 'refuse' : 'allow', cwd: when.cwd ?? '', reason };
}
