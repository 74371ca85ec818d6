/** What stands around commands on this machine: the wall in force and its setting, and where programs are looked up. */
import type { AppState } from '../../src-shared/app-state.ts';
import type { ProgramPath } from '../../src-shared/program-path.ts';
import type { MainBridge } from '../bridge.ts';
import { Shape } from '../parts/shape.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { WallSetting } from './wall-setting.tsx';

interface MachineSettingsProps {
  readonly bridge: MainBridge;
  readonly state: AppState;
}

export function MachineSettings({ bridge, state }: MachineSettingsProps) {
  const { wall, programPath } = state;
  return (
    <>
      <section className="form" aria-labelledby="wall-title">
        <h3 id="wall-title">{strings.settings.wallTitle}</h3>
        <p className="call-outcome">
          <Shape kind={wall.available ? 'check' : 'warning'} />
          <span>
            <Visible text={wall.text} />
          </span>
        </p>
        <WallSetting bridge={bridge} setting={wall.setting} />
      </section>
      <PathInForce path={programPath} />
    </>
  );
}

function PathInForce({ path }: { readonly path: ProgramPath }) {
  return (
    <section className="form" aria-labelledby="path-title">
      <h3 id="path-title">{strings.settings.pathTitle}</h3>
      <p className="soft">{path.fromShell ? strings.settings.pathText : strings.settings.pathFallback}</p>
      <ol className="rows" aria-labelledby="path-title">
        {path.entries.map((entry) => (
          <li key={entry} className="mono break">
            <Visible text={entry} />
          </li>
        ))}
      </ol>
      {path.dropped.length > 0 && (
        <>
          <p id="path-dropped">{strings.settings.pathDropped}</p>
          <ul className="rows" aria-labelledby="path-dropped">
            {path.dropped.map(({ entry, why }) => (
              <li key={`${entry} ${why}`} className="break">
                <code>
                  <Visible text={entry} />
                </code>{' '}
                <span className="soft">
                  <Visible text={why} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
