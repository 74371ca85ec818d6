/** What can be done in each of the first steps, right there. */
import { useState } from 'react';
import type { AppState } from '../../src-shared/app-state.ts';
import type { PlaygroundReply } from '../../src-shared/ipc-contract.ts';
import { type MainBridge, problemText } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { useAction } from '../parts/use-action.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { AddRuntimeForm } from './add-runtime-form.tsx';
import { PlaygroundResult } from './playground-result.tsx';

const words = strings.firstSteps;

interface StepProps {
  readonly bridge: MainBridge;
  readonly state: AppState;
  readonly next: () => void;
}

export function ConnectStep({ bridge, state, next }: StepProps) {
  const [adding, setAdding] = useState(false);
  const connected = state.runtimes.filter(({ status }) => status.kind === 'open');
  const hasOther = connected.some(({ embedded }) => !embedded);
  return (
    <>
      {connected.length > 0 && (
        <p role="status">
          <Visible text={words.connectedTo(connected.map(({ name }) => name).join(', '))} />
        </p>
      )}
      <div className="row">
        <button type="button" className="button button-primary" onClick={next}>
          {hasOther ? words.goOn : words.useOwn}
        </button>
        {!adding && (
          <button type="button" className="button" onClick={() => setAdding(true)}>
            {words.addOther}
          </button>
        )}
      </div>
      {adding && <AddRuntimeForm bridge={bridge} />}
    </>
  );
}

export function FolderStep({ bridge, state, next }: StepProps) {
  const add = useAction(() => bridge.call('folder:add', undefined));
  const paths = state.folders.map(({ path }) => path);
  const has = paths.length > 0;
  return (
    <>
      {has && (
        <p role="status" className="break">
          <Visible text={words.folders(paths.join(', '))} />
        </p>
      )}
      <div className="row">
        <button
          type="button"
          className={has ? 'button' : 'button button-primary'}
          disabled={add.busy}
          onClick={() => void add.run()}
        >
          {words.addFolder}
        </button>
        <button type="button" className={has ? 'button button-primary' : 'button'} onClick={next}>
          {has ? words.goOn : words.withoutFolder}
        </button>
      </div>
      <ActionError error={add.error} />
    </>
  );
}

/** A call that most people's rules allow in a folder of theirs, and that waits anywhere else. */
const TOOL = 'fs_list_directory';

export function TryStep({ bridge, state, next }: StepProps) {
  const [calling, setCalling] = useState(false);
  const [reply, setReply] = useState<PlaygroundReply>();
  const call = async () => {
    setCalling(true);
    setReply(undefined);
    const input = { path: state.folders[0]?.path ?? '~' };
    const answer = bridge.call('playground:call', { tool: TOOL, input });
    setReply(await answer.catch((cause: unknown) => ({ ok: false as const, error: problemText(cause) })));
    setCalling(false);
  };
  const tried = reply !== undefined;
  return (
    <>
      <div className="row">
        <button
          type="button"
          className={tried ? 'button' : 'button button-primary'}
          disabled={calling}
          onClick={() => void call()}
        >
          {words.tryIt}
        </button>
        <button type="button" className={tried ? 'button button-primary' : 'button'} onClick={next}>
          {words.finish}
        </button>
        <p role="status">{calling && words.trying}</p>
      </div>
      {reply !== undefined && <PlaygroundResult reply={reply} />}
    </>
  );
}
