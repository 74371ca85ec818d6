/** What a window shows before its first snapshot, and when none can be had. */
import { strings } from '../strings.ts';
import { Visible } from './visible.tsx';

export function NotYet({ problem }: { readonly problem: string | undefined }) {
  if (problem === undefined) return <p className="not-yet">{strings.loading}</p>;
  return (
    <p className="not-yet" role="alert">
      <Visible text={strings.unreachable(problem)} />
    </p>
  );
}
