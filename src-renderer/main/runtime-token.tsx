/** Gives a runtime another token. It leaves this page with the press and is not kept in it. */
import { type FormEvent, useState } from 'react';
import type { RuntimeView } from '../../src-shared/app-state.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { useAction } from '../parts/use-action.ts';
import { strings } from '../strings.ts';
import { Field } from './field.tsx';
import { tokenProblemOf } from './runtime-form.ts';

interface RuntimeTokenProps {
  readonly bridge: MainBridge;
  readonly runtime: RuntimeView;
  readonly close: () => void;
}

export function RuntimeToken({ bridge, runtime, close }: RuntimeTokenProps) {
  const { profileId, bearerBy } = runtime;
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState<string>();
  const save = useAction((value: string) => bridge.call('runtime:token', { profileId, token: value }));
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const value = token.trim();
    const found = tokenProblemOf(value, bearerBy);
    setProblem(found);
    if (found !== undefined) return;
    const worked = await save.run(value);
    setToken('');
    if (worked) close();
  };
  return (
    <form className="form" noValidate onSubmit={(event) => void send(event)}>
      <Field
        label={strings.runtimes.newTokenLabel(visibleText(runtime.name))}
        type="password"
        value={token}
        onChange={setToken}
        problem={problem}
        hint={strings.runtimes.tokenHint}
      />
      <div className="row">
        <button type="submit" className="button button-primary" disabled={save.busy}>
          {strings.runtimes.saveToken}
        </button>
        <button type="button" className="button button-quiet" onClick={close}>
          {strings.runtimes.cancel}
        </button>
      </div>
      <ActionError error={save.error} />
    </form>
  );
}
