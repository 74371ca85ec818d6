/** Warnings about a text that can be read as another one than it is. */
import { useMemo } from 'react';
import { assertNever } from '../../src-shared/outcome.ts';
import { countHidden } from '../../src-shared/visible-text.ts';
import { Shape } from '../parts/shape.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import { findLookalikes, type Lookalike } from '../text/lookalikes.ts';

export function CardWarnings({ text }: { readonly text: string }) {
  const hidden = useMemo(() => countHidden(text), [text]);
  const lookalikes = useMemo(() => findLookalikes(text), [text]);
  if (hidden === 0 && lookalikes.length === 0) return null;
  return (
    <ul className="text-warnings">
      {hidden > 0 && (
        <li>
          <Shape kind="danger" />
          <span>{strings.card.hidden(hidden)}</span>
        </li>
      )}
      {lookalikes.map((one) => (
        <li key={one.word}>
          <Shape kind="danger" />
          <span>
            <Name text={one.word} /> <LookalikeWords one={one} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function LookalikeWords({ one }: { readonly one: Lookalike }) {
  switch (one.kind) {
    case 'mixed':
      return strings.card.mixed(one.alphabets.join(', '));
    case 'drawn':
      return (
        <>
          {strings.card.drawn} <Name text={one.plain} />
        </>
      );
    case 'host':
      return (
        <>
          {strings.card.host} <Name text={one.ascii} />
        </>
      );
    default:
      return assertNever(one);
  }
}

/** Beyond this many characters a word is no name, and would push all else out of sight. */
const MOST_OF_A_NAME = 60;

function Name({ text: whole }: { readonly text: string }) {
  const left = whole.length - MOST_OF_A_NAME;
  const text = left > 0 ? `${whole.slice(0, MOST_OF_A_NAME)}${strings.cut(left)}` : whole;
  return (
    <bdi className="mono">
      <Visible text={text} />
    </bdi>
  );
}
