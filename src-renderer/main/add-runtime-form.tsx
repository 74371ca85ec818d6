/** The form that adds a runtime. It outlives a reload, but for the token, which leaves this page with the first press. */
import { type FormEvent, useState } from 'react';
import type { AddRuntime } from '../../src-shared/ipc-contract.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { useAction } from '../parts/use-action.ts';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { Field } from './field.tsx';
import { type ChoiceProps, LimitField, RuntimeChoices } from './runtime-choices.tsx';
import { checkRuntime, type FieldProblems, type RuntimeFields } from './runtime-form.ts';

const nothing: Omit<RuntimeFields, 'token'> = {
  name: '',
  url: '',
  limit: '',
  machine: '',
  bearerBy: 'header',
  mode: '',
  caFile: '',
};

export function AddRuntimeForm({ bridge }: { readonly bridge: MainBridge }) {
  const { fields: kept, change, forget } = useKeptFields('add-runtime', nothing);
  const [token, setToken] = useState('');
  const fields: RuntimeFields = { ...kept, token };
  const [problems, setProblems] = useState<FieldProblems>({});
  const [added, setAdded] = useState<string>();
  const add = useAction((runtime: AddRuntime) => bridge.call('runtime:add', runtime));
  const set = (field: keyof RuntimeFields) => (value: string) =>
    field === 'token' ? setToken(value) : change({ [field]: value });
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const checked = checkRuntime(fields);
    setProblems(checked.ok ? {} : checked.problems);
    setAdded(undefined);
    if (!checked.ok) return;
    const worked = await add.run(checked.runtime);
    setToken('');
    if (!worked) return;
    forget();
    setAdded(checked.runtime.name);
  };
  return (
    <form className="form" aria-labelledby="add-title" noValidate onSubmit={(event) => void send(event)}>
      <h3 id="add-title">{strings.runtimes.addTitle}</h3>
      <Field
        label={strings.runtimes.name}
        value={fields.name}
        onChange={set('name')}
        problem={problems.name}
        placeholder={strings.runtimes.namePlaceholder}
      />
      <Field
        label={strings.runtimes.url}
        value={fields.url}
        onChange={set('url')}
        problem={problems.url}
        placeholder={strings.runtimes.urlPlaceholder}
      />
      <Field
        label={strings.runtimes.token}
        type="password"
        value={fields.token}
        onChange={set('token')}
        problem={problems.token}
        hint={strings.runtimes.tokenHint}
      />
      <LimitField fields={fields} problems={problems} set={set} />
      <MoreChoices fields={fields} problems={problems} set={set} />
      <div className="row">
        <button type="submit" className="button button-primary" disabled={add.busy}>
          {strings.runtimes.add}
        </button>
        <p role="status">{added !== undefined && <Visible text={strings.runtimes.added(added)} />}</p>
      </div>
      <ActionError error={add.error} />
    </form>
  );
}

/** What few need. It opens by itself where something in it is wrong. */
function MoreChoices(props: ChoiceProps) {
  const wrong = props.problems.machine !== undefined || props.problems.caFile !== undefined;
  return (
    <details {...(wrong && { open: true })}>
      <summary className="fold">{strings.runtimes.more}</summary>
      <div className="form">
        <RuntimeChoices {...props} />
      </div>
    </details>
  );
}
