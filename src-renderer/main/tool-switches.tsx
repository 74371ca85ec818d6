/** Tools with a switch each: for all runtimes, or for one. Main asks again, outside this page, before one goes on. */
import { useId } from 'react';
import type { RuntimeView, ToolView } from '../../src-shared/app-state.ts';
import type { ToolSwitch } from '../../src-shared/ipc-contract.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { useAction } from '../parts/use-action.ts';
import { strings } from '../strings.ts';

interface ToolSwitchesProps {
  readonly bridge: MainBridge;
  readonly tools: readonly ToolView[];
  /** Own names of the tools that are off for this runtime alone. Missing: the switches are for all. */
  readonly forRuntime?: Pick<RuntimeView, 'profileId' | 'toolsOff' | 'review'>;
}

export function ToolSwitches({ bridge, tools, forRuntime }: ToolSwitchesProps) {
  const set = useAction((change: ToolSwitch) => bridge.call('tool:set', change));
  const review = useAction((change: ToolSwitch) => bridge.call('tool:review', change));
  const profile = forRuntime ? { profileId: forRuntime.profileId } : {};
  return (
    <>
      <ul className="tool-switches">
        {tools.map((tool) => (
          <ToolLine
            key={tool.name}
            tool={tool}
            // A tool that is off for all is nothing to choose for one.
            fixed={forRuntime !== undefined && tool.left === 'switched-off'}
            on={forRuntime ? !forRuntime.toolsOff.includes(tool.name) : tool.left !== 'switched-off'}
            busy={set.busy || review.busy}
            change={(on) => void set.run({ tool: tool.name, on, ...profile })}
            reviewed={tool.reviewed || (forRuntime?.review.includes(tool.name) ?? false)}
            reviewFixed={forRuntime !== undefined && tool.reviewed}
            changeReview={(on) => void review.run({ tool: tool.name, on, ...profile })}
          />
        ))}
      </ul>
      <p className="soft">{strings.review.text}</p>
      <ActionError error={set.error ?? review.error} />
    </>
  );
}

interface ToolLineProps {
  readonly tool: ToolView;
  readonly fixed: boolean;
  readonly on: boolean;
  readonly busy: boolean;
  readonly change: (on: boolean) => void;
  /** Its results are seen before they leave. */
  readonly reviewed: boolean;
  /** That is set for all, so it is nothing to choose for one. */
  readonly reviewFixed: boolean;
  readonly changeReview: (on: boolean) => void;
}

function ToolLine({ tool, fixed, on, busy, change, reviewed, reviewFixed, changeReview }: ToolLineProps) {
  const id = useId();
  const remark =
    tool.left === 'unavailable'
      ? strings.runtimes.toolUnavailable
      : fixed
        ? strings.runtimes.toolOff
        : undefined;
  return (
    <li className="tool-line">
      <label className="switch">
        <input
          type="checkbox"
          checked={on && !fixed}
          disabled={busy || fixed}
          aria-describedby={id}
          onChange={(event) => change(event.currentTarget.checked)}
        />
        <code>{tool.name}</code>
      </label>
      <span id={id} className="soft">
        {remark}
      </span>
      {tool.name !== 'ask_user' && (
        <label className="switch tool-review">
          <input
            type="checkbox"
            checked={reviewed}
            disabled={busy || reviewFixed}
            aria-label={strings.review.toolLabel(tool.name)}
            onChange={(event) => changeReview(event.currentTarget.checked)}
          />
          {strings.review.tool}
        </label>
      )}
    </li>
  );
}
