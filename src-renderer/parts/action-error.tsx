/** Why something did not work, next to what was pressed. */
import { strings } from '../strings.ts';
import { Shape } from './shape.tsx';
import { Visible } from './visible.tsx';

export function ActionError({ error }: { readonly error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <p className="action-error" role="alert">
      <Shape kind="cross" />
      <span>
        <Visible text={strings.failed(error)} />
      </span>
    </p>
  );
}
