/** Tools with a switch each: for all runtimes, or for one. Main asks again, outside this page, before one goes on. */
import { useId } from 'react';
import type { ToolView } from '../../src-shared/app-state.ts';
import type { ToolSwitch } from '../../src-shared/ipc-contract.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { useAction } from '../parts/use-action.ts';
import { strings } from '../strings.ts';

interface ToolSwitchesProps {
  readonly bridge: MainBridge;
  readonly tools: readonly ToolView[];
  /** Own names of the tools that are off for this runtime alone. Missing: the switches are for all. */
  readonly forRuntime?: { readonly profileId: string; readonly toolsOff: readonly string[] };
}

export function ToolSwitches({ bridge, tools, forRuntime }: ToolSwitchesProps) {
  const set = useAction((change: ToolSwitch) => bridge.call('tool:set', change));
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
            busy={set.busy}
            change={(on) => void set.run({ tool: tool.name, on, ...profile })}
          />
        ))}
      </ul>
      <ActionError error={set.error} />
    </>
  );
}

interface ToolLineProps {
  readonly tool: ToolView;
  readonly fixed: boolean;
  readonly on: boolean;
  readonly busy: boolean;
  readonly change: (on: boolean) => void;
}

function ToolLine({ tool, fixed, on, busy, change }: ToolLineProps) {
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
    </li>
  );
}
