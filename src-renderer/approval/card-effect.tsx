/** The time left, and what a yes would let it do: the wall in words of what it can and cannot. */
import type { ApprovalCard } from '../../src-shared/approval.ts';
import { assertNever } from '../../src-shared/outcome.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { Shape } from '../parts/shape.tsx';
import { strings } from '../strings.ts';
import { clockWords } from '../text/duration-words.ts';

export function CardEffect({ card }: { readonly card: ApprovalCard }) {
  return (
    <dl className="facts">
      <dt>{strings.card.time}</dt>
      <dd>{strings.card.until(clockWords(card.expiresAt))}</dd>
      <dt>{strings.card.wall}</dt>
      <dd>
        <WallWords card={card} />
      </dd>
    </dl>
  );
}

function WallWords({ card }: { readonly card: ApprovalCard }) {
  const { acts, wall } = card;
  if (!acts) return strings.card.noChange;
  switch (wall) {
    case 'read-only':
      return strings.card.readOnly;
    case 'workspace-write':
      return strings.card.workspace;
    case 'guarded':
      // The choice is made in the answer bar; the styles show the line that goes with it.
      return (
        <>
          <span className="with-wall">
            {strings.card.guarded(writableWords(card.writable))} {strings.card.network}
          </span>
          {card.canDropWall && <NoWall />}
        </>
      );
    case 'none':
      return <NoWall />;
    default:
      return assertNever(wall);
  }
}

function NoWall() {
  return (
    <span className="no-wall">
      <Shape kind="danger" />
      <span>
        <strong>{strings.card.noWall}</strong> {strings.card.noWallMeans}
      </span>
    </span>
  );
}

function writableWords(folders: readonly string[]): string {
  if (folders.length === 0) return strings.card.ownTmp;
  return strings.card.writable(folders.map((folder) => visibleText(folder)).join(', '));
}
