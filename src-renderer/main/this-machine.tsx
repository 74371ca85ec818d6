/** What this machine brings: the wall, the keychain, the journal and the embedded runtime, always in sight. */
import type { ReactNode } from 'react';
import type { AppState } from '../../src-shared/app-state.ts';
import { Shape } from '../parts/shape.tsx';
import { useNow } from '../parts/use-now.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { linkWords } from '../text/link-words.ts';

interface ThisMachineProps {
  readonly state: AppState;
  readonly skew: number;
}

export function ThisMachine({ state, skew }: ThisMachineProps) {
  const now = useNow(skew);
  const embedded = state.runtimes.find((runtime) => runtime.embedded);
  const link = embedded && linkWords(embedded.status, now);
  return (
    <section className="machine" aria-labelledby="machine-title">
      <h2 id="machine-title">{strings.machine.title}</h2>
      <dl>
        <Part name={strings.machine.wall} shape={<Shape kind={state.wall.available ? 'check' : 'warning'} />}>
          <Visible text={state.wall.text} />
        </Part>
        <Part
          name={strings.machine.keychain}
          shape={<Shape kind={state.keychain.available ? 'check' : 'warning'} />}
        >
          <Visible text={state.keychain.text} />
        </Part>
        <Part
          name={strings.machine.journal}
          shape={<Shape kind={state.journal.verified ? 'check' : 'warning'} />}
        >
          <Visible text={state.journal.text} />
        </Part>
        {link !== undefined && (
          <Part name={strings.machine.runtime} shape={<Shape kind={link.shape} />}>
            {link.words}
          </Part>
        )}
      </dl>
    </section>
  );
}

interface PartProps {
  readonly name: string;
  readonly shape: ReactNode;
  readonly children: ReactNode;
}

function Part({ name, shape, children }: PartProps) {
  return (
    <div>
      <dt>
        {shape}
        {name}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
