/** Which kind of question a call is, in words and shape. */
import type { CardKind } from '../../src-shared/verdict.ts';
import { strings } from '../strings.ts';
import { Shape } from './shape.tsx';

export function AskBadge({ ask }: { readonly ask: CardKind }) {
  return (
    <span className={`badge badge-${ask}`}>
      <Shape kind={ask === 'must-look' ? 'warning' : 'ring'} />
      {strings.ask[ask]}
    </span>
  );
}
