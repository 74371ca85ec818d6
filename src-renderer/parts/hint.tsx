/** A short explanation of a control, by pointer and by keyboard alike. What somebody must know does not belong in one. */
import { Tooltip } from 'radix-ui';
import type { ReactElement } from 'react';

interface HintProps {
  readonly text: string;
  /** One control, which says what it is without the hint. */
  readonly children: ReactElement;
}

/** Long enough that a pointer on its way elsewhere opens none. */
const DELAY_MS = 500;

export function Hint({ text, children }: HintProps) {
  return (
    <Tooltip.Provider delayDuration={DELAY_MS} disableHoverableContent={false}>
      <Tooltip.Root>
        <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content className="tip" side="bottom" sideOffset={4} collisionPadding={8}>
            {text}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}
