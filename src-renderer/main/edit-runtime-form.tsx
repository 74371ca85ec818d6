/** Changes an added runtime in its row. Its address stays: another one would get the token of this one. */
import { type FormEvent, useState } from 'react';
import type { RuntimeView } from '../../src-shared/app-state.ts';
import type { SetRuntime } from '../../src-shared/ipc-contract.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { useAction } from '../parts/use-action.ts';
import { strings } from '../strings.ts';
import { LimitField, RuntimeChoices } from './runtime-choices.tsx';
import { changesOf, type FieldProblems, fieldsOf, type RuntimeFields } from './runtime-form.ts';

interface EditRuntimeFormProps {
  readonly bridge: MainBridge;
  readonly runtime: RuntimeView;
  readonly close: () => void;
}

export function EditRuntimeForm({ bridge, runtime, close }: EditRuntimeFormProps) {
  const [fields, setFields] = useState(() => fieldsOf(runtime));
  const [problems, setProblems] = useState<FieldProblems>({});
  const save = useAction((request: SetRuntime) => bridge.call('runtime:set', request));
  const set = (field: keyof RuntimeFields) => (value: string) =>
    setFields((now) => ({ ...now, [field]: value }));
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const checked = changesOf(runtime, fields);
    setProblems(checked.ok ? {} : checked.problems);
    if (checked.ok && (await save.run(checked.request))) close();
  };
  const title = strings.runtimes.editTitle(visibleText(runtime.name));
  return (
    <form className="form" aria-label={title} noValidate onSubmit={(event) => void send(event)}>
      <LimitField fields={fields} problems={problems} set={set} />
      <RuntimeChoices fields={fields} problems={problems} set={set} />
      <div className="row">
        <button type="submit" className="button button-primary" disabled={save.busy}>
          {strings.runtimes.saveEdit}
        </button>
        <button type="button" className="button button-quiet" onClick={close}>
          {strings.runtimes.cancel}
        </button>
      </div>
      <p className="soft">{strings.runtimes.editHint}</p>
      <ActionError error={save.error} />
    </form>
  );
}
