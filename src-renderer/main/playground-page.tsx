/** Calls a tool as an agent would, and shows what the agent would receive. */
import { type FormEvent, useState } from 'react';
import type { Argument, PlaygroundReply } from '../../src-shared/ipc-contract.ts';
import { problemText } from '../bridge.ts';
import { Empty } from '../parts/empty.tsx';
import { isTexts, useKept } from '../parts/use-kept.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { exampleInput } from './example-input.ts';
import type { PageProps } from './page-props.ts';
import { PlaygroundResult } from './playground-result.tsx';

export function PlaygroundPage({ bridge, snapshot }: PageProps) {
  const tools = snapshot.state.tools.filter(({ left }) => left === undefined);
  const [chosen, setChosen] = useKept('playground-tool', '', isText);
  // What a person typed is kept for each tool; a tool not touched shows its example.
  const [typed, setTyped] = useKept('playground-inputs', {}, isTexts);
  const [problem, setProblem] = useState<string>();
  const [calling, setCalling] = useState(false);
  const [reply, setReply] = useState<PlaygroundReply>();
  const tool = tools.find((candidate) => candidate.name === chosen) ?? tools[0];
  if (tool === undefined) return <Empty title={strings.playground.noTools} text={strings.playground.text} />;
  const text = typed[tool.name] ?? JSON.stringify(exampleInput(tool.inputSchema), null, 2);
  const call = async (event: FormEvent) => {
    event.preventDefault();
    const input = parseInput(text);
    setProblem(input.ok ? undefined : input.problem);
    if (!input.ok) return;
    setCalling(true);
    setReply(undefined);
    const answer = bridge.call('playground:call', { tool: tool.name, input: input.value });
    setReply(await answer.catch((cause: unknown) => ({ ok: false as const, error: problemText(cause) })));
    setCalling(false);
  };
  return (
    <>
      <p className="lead">{strings.playground.text}</p>
      <form className="form" noValidate onSubmit={(event) => void call(event)}>
        <div className="field">
          <label htmlFor="play-tool">{strings.playground.tool}</label>
          <select id="play-tool" value={tool.name} onChange={(event) => setChosen(event.currentTarget.value)}>
            {tools.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <p className="soft">
            <Visible text={tool.description} />
          </p>
        </div>
        <div className="field">
          <label htmlFor="play-input">{strings.playground.input}</label>
          <textarea
            id="play-input"
            className="mono"
            rows={6}
            spellCheck={false}
            value={text}
            aria-invalid={problem !== undefined}
            aria-describedby="play-problem"
            onChange={(event) => setTyped({ ...typed, [tool.name]: event.currentTarget.value })}
          />
          <p id="play-problem" className="field-problem" role="alert">
            {problem}
          </p>
        </div>
        <div className="row">
          <button type="submit" className="button button-primary" disabled={calling}>
            {strings.playground.call}
          </button>
          <p role="status">{calling && strings.playground.calling}</p>
        </div>
      </form>
      {reply !== undefined && <PlaygroundResult reply={reply} />}
    </>
  );
}

function isText(kept: unknown): kept is string {
  return typeof kept === 'string';
}

type Input = Argument<'playground:call'>['input'];
type Parsed = { readonly ok: true; readonly value: Input } | { readonly ok: false; readonly problem: string };

function parseInput(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) as Input };
  } catch (cause) {
    return { ok: false, problem: strings.playground.badJson(problemText(cause)) };
  }
}
