/** One tool with what can be set of it. Main asks again, outside this page, before agents get more. */
import type { RuntimeView } from '../../src-shared/app-state.ts';
import type { ActionReply } from '../../src-shared/ipc-contract.ts';
import type { ToolView } from '../../src-shared/tool-view.ts';
import { ActionError } from '../parts/action-error.tsx';
import { useAction } from '../parts/use-action.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';

const words = strings.tools;

type ToolChannel = 'tool:set' | 'tool:ask' | 'tool:review';

interface ToolLineProps {
  readonly tool: ToolView;
  /** Missing: what is set is for all. */
  readonly forRuntime: Pick<RuntimeView, 'toolsOff' | 'review' | 'asks'> | undefined;
  readonly set: (channel: ToolChannel, on: boolean) => Promise<ActionReply>;
}

/** Tools of which each call is a question by itself, so that no mode says more. */
const ALWAYS_ASK: ReadonlySet<string> = new Set(['ask_user', 'screen_capture']);

export function ToolLine({ tool, forRuntime, set }: ToolLineProps) {
  const { name, left, asked, reviewed } = tool;
  const change = useAction(({ channel, on }: { readonly channel: ToolChannel; readonly on: boolean }) =>
    set(channel, on),
  );
  // What is set for all is nothing to choose for one.
  const fixed = { off: left === 'switched-off', asks: asked, review: reviewed };
  const isOne = forRuntime !== undefined;
  const on = !(fixed.off || (forRuntime?.toolsOff.includes(name) ?? false));
  return (
    <li className="tool-line">
      <div className="tool-what">
        <p>
          <code>{name}</code>
          {left === 'unavailable' && <span className="soft"> {words.unavailable}</span>}
          {isOne && fixed.off && <span className="soft"> {words.offForAll}</span>}
        </p>
        <p className="soft tool-description">
          <Visible text={firstSentence(tool.description)} />
        </p>
      </div>
      <Switch
        label={words.on}
        name={words.onLabel(name)}
        on={on}
        disabled={change.busy || (isOne && fixed.off)}
        set={(wanted) => void change.run({ channel: 'tool:set', on: wanted })}
      />
      {ALWAYS_ASK.has(name) ? (
        <p className="soft tool-asks">{words.alwaysAsks}</p>
      ) : (
        <Switch
          label={words.ask}
          name={words.askLabel(name)}
          on={fixed.asks || (forRuntime?.asks.includes(name) ?? false)}
          disabled={change.busy || (isOne && fixed.asks)}
          set={(wanted) => void change.run({ channel: 'tool:ask', on: wanted })}
        />
      )}
      {name !== 'ask_user' && (
        <Switch
          label={words.review}
          name={words.reviewLabel(name)}
          on={fixed.review || (forRuntime?.review.includes(name) ?? false)}
          disabled={change.busy || (isOne && fixed.review)}
          set={(wanted) => void change.run({ channel: 'tool:review', on: wanted })}
        />
      )}
      <ActionError error={change.error} />
    </li>
  );
}

interface SwitchProps {
  readonly label: string;
  /** For who cannot see which tool it stands beside. */
  readonly name: string;
  readonly on: boolean;
  readonly disabled: boolean;
  readonly set: (on: boolean) => void;
}

function Switch({ label, name, on, disabled, set }: SwitchProps) {
  return (
    <label className="switch">
      <input
        type="checkbox"
        checked={on}
        disabled={disabled}
        aria-label={name}
        onChange={(event) => set(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}

function firstSentence(text: string): string {
  return /^.*?[.](?= |$)/.exec(text)?.[0] ?? text;
}
