/** For whoever wants to check: the raw input, and what Doorman made of it. Closed until asked for. */
import { type ReactNode, useState } from 'react';
import type { ApprovalCard, ParsedCommand } from '../../src-shared/approval.ts';
import { LongText } from '../parts/long-text.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';

export function CardDetails({ card }: { readonly card: ApprovalCard }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="details" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{strings.card.details}</summary>
      {open && <Opened card={card} />}
    </details>
  );
}

function Opened({ card }: { readonly card: ApprovalCard }) {
  const { commands, redirects, paths, leftOut } = card.parsed;
  return (
    <>
      <h4>{strings.card.tool}</h4>
      <p className="mono">
        <Visible text={card.tool} />
      </p>
      <h4 id="raw-label">{strings.card.input}</h4>
      <LongText text={JSON.stringify(card.input, null, 2)} labelledBy="raw-label" />
      <Rows title={strings.card.commands} rows={commands.map(commandRow)} />
      <Rows
        title={strings.card.redirects}
        rows={redirects.map(({ use, path }) => (
          <>
            {strings.card[use === 'read' ? 'reads' : 'writes']} <Code text={path} />
          </>
        ))}
      />
      <Rows
        title={strings.card.paths}
        rows={paths.map(({ named, leadsTo }) => (
          <>
            <Code text={named} />
            {leadsTo.length === 1 && leadsTo[0] === named
              ? ''
              : ` → ${leadsTo.length === 0 ? strings.card.nowhere : ''}`}
            {leadsTo.length === 1 && leadsTo[0] === named
              ? null
              : leadsTo.map((place) => <Code key={place} text={place} />)}
          </>
        ))}
      />
      {leftOut > 0 && <p>{strings.card.leftOut(leftOut)}</p>}
    </>
  );
}

function commandRow({ argv, cwd, open }: ParsedCommand): ReactNode {
  return (
    <>
      {argv.map((word, index) => {
        // The words of one command never move, so their place is their name.
        const key = `${index}`;
        const title = open.includes(index) ? strings.card.open : undefined;
        return (
          <code key={key} className={title ? 'word word-open' : 'word'} title={title}>
            <Visible text={word} />
          </code>
        );
      })}{' '}
      <span className="soft">
        {strings.card.inFolder} <Code text={cwd} />
      </span>
    </>
  );
}

function Code({ text }: { readonly text: string }) {
  return (
    <code>
      <Visible text={text} />{' '}
    </code>
  );
}

function Rows({ title, rows }: { readonly title: string; readonly rows: readonly ReactNode[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul className="detail-rows">
        {rows.map((row, index) => {
          // The rows of one card never move, so their place is their name.
          const key = `${index}`;
          return <li key={key}>{row}</li>;
        })}
      </ul>
    </>
  );
}
