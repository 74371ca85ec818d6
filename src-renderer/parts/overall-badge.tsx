/** The state of the whole host, as the tray says it. */
import type { AppState } from '../../src-shared/app-state.ts';
import { overallState } from '../../src-shared/overall-state.ts';
import { strings } from '../strings.ts';
import { overallShapes, Shape } from './shape.tsx';

export function OverallBadge({ state }: { readonly state: AppState }) {
  const overall = overallState(state);
  return (
    <span className={`overall overall-${overall}`}>
      <Shape kind={overallShapes[overall]} />
      {strings.overall[overall]}
    </span>
  );
}
