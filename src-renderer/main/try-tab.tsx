/** Tries a call without making it: what would happen, and why, part by part as on a card. */
import { type FormEvent, useState } from 'react';
import { TRIED_TOOLS, type Tried, type TryReply } from '../../src-shared/rule-view.ts';
import type { ToolView } from '../../src-shared/tool-view.ts';
import { type MainBridge, problemText } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { ReasonGroups } from '../parts/reason-groups.tsx';
import { Shape, type ShapeKind } from '../parts/shape.tsx';
import { useKeptFields } from '../parts/use-kept-fields.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { groupReasons } from '../text/card-reasons.ts';
import { Choice } from './choice.tsx';
import { Field } from './field.tsx';
import type { PageProps } from './page-props.ts';

const words = strings.permissions.try;

const NOTHING = { tool: 'shell_run', text: '', cwd: '' };

export function TryTab({ bridge, snapshot }: PageProps) {
  const { fields, change } = useKeptFields('try', NOTHING);
  const { reply, busy, ask, forget } = useTry(bridge);
  const [missing, setMissing] = useState(false);
  const tool = TRIED_TOOLS.find((name) => name === fields.tool) ?? 'shell_run';
  const isCommand = tool === 'shell_run';
  // What was said is about what stood there then.
  const write = (changed: Partial<typeof NOTHING>) => {
    change(changed);
    forget();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(fields.text === '');
    if (fields.text !== '') ask({ tool, text: fields.text, cwd: isCommand ? fields.cwd : '' });
  };
  return (
    <>
      <p className="lead">{words.lead}</p>
      <form className="form" noValidate onSubmit={submit}>
        <Choice
          label={words.tool}
          value={tool}
          choices={words.tools}
          onChange={(name) => write({ tool: name })}
        />
        <Field
          label={isCommand ? words.command : words.path}
          value={fields.text}
          problem={missing ? words.missing : undefined}
          onChange={(text) => write({ text })}
        />
        {isCommand && (
          <Field
            label={words.cwd}
            value={fields.cwd}
            hint={words.cwdHint}
            onChange={(cwd) => write({ cwd })}
          />
        )}
        <div className="row">
          <button type="submit" className="button button-primary" disabled={busy}>
            {words.judge}
          </button>
          <p role="status">{busy && words.judging}</p>
        </div>
      </form>
      <ActionError error={reply && !reply.ok ? reply.error : undefined} />
      {reply?.ok && (
        <TriedResult
          tried={reply.tried}
          auto={snapshot.state.mode === 'auto'}
          tool={snapshot.state.tools.find(({ name }) => name === tool)}
        />
      )}
    </>
  );
}

type TryInput = Parameters<typeof tryOnce>[1];

function useTry(bridge: MainBridge) {
  const [reply, setReply] = useState<TryReply>();
  const [busy, setBusy] = useState(false);
  const ask = async (input: TryInput) => {
    setBusy(true);
    setReply(await tryOnce(bridge, input));
    setBusy(false);
  };
  return { reply, busy, ask: (input: TryInput) => void ask(input), forget: () => setReply(undefined) };
}

function tryOnce(
  bridge: MainBridge,
  input: { readonly tool: (typeof TRIED_TOOLS)[number]; readonly text: string; readonly cwd: string },
): Promise<TryReply> {
  return bridge
    .call('rules:try', input)
    .catch((cause: unknown) => ({ ok: false as const, error: problemText(cause) }));
}

const SHAPES: Readonly<Record<Tried['verdict'], ShapeKind>> = {
  allow: 'check',
  ask: 'warning',
  deny: 'cross',
};

interface TriedResultProps {
  readonly tried: Tried;
  readonly auto: boolean;
  readonly tool: ToolView | undefined;
}

function TriedResult({ tried, auto, tool }: TriedResultProps) {
  const { verdict, ask, wall, summary } = tried;
  const kind = verdict === 'ask' ? (ask ?? 'must-look') : verdict;
  const fine = verdict === 'allow';
  const waitsAnyway = tool?.asked === true && fine;
  return (
    <section className={`why why-${kind}`} aria-labelledby="tried" role="status">
      <h3 id="tried" className={`result-kind tried-${waitsAnyway ? 'ask' : verdict}`}>
        <Shape kind={waitsAnyway ? SHAPES.ask : SHAPES[verdict]} />
        {waitsAnyway ? words.ask : words.verdicts[kind]}
      </h3>
      {tool?.left === 'switched-off' && <p>{words.off}</p>}
      <p>
        <Visible text={summary} />
        {wall !== undefined && fine && `, ${strings.calls.behind[wall]}`}
      </p>
      <ReasonGroups groups={groupReasons(tried)} fine={fine} />
      {auto && tried.waivable && !tool?.asked && <p>{words.auto}</p>}
    </section>
  );
}
