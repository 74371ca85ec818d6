/** How many equal calls stand as one card; nothing beside a single one. */
import { strings } from '../strings.ts';

export function Count({ of }: { readonly of: number }) {
  if (of < 2) return null;
  return (
    <span className="count">
      <span aria-hidden="true">×{of}</span>
      <span className="visually-hidden">{strings.approval.equalCalls(of)}</span>
    </span>
  );
}
