/** Whether the journal is as it was written: checked in the background, told file by file, with what to do when it is not. */
import { useEffect, useState } from 'react';
import type { Failed, HistoryCheck } from '../../src-shared/history.ts';
import type { JournalFinding, JournalReport } from '../../src-shared/journal-report.ts';
import { type MainBridge, problemText } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { Shape, type ShapeKind } from '../parts/shape.tsx';
import { Visible } from '../parts/visible.tsx';
import { locale } from '../spoken.ts';
import { strings } from '../strings.ts';
import { dayWords, momentWords } from '../text/history-words.ts';

/** How often it is asked how far a check is, and whether another one is due. Milliseconds. */
const LOOK_MS = 1_000;

export function HistoryCheckLine({ bridge }: { readonly bridge: MainBridge }) {
  const [check, ask] = useCheck(bridge);
  if (check === undefined) return null;
  if (!check.ok) return <ActionError error={check.error} />;
  const { running, last, failed, folder } = check;
  return (
    <details className="history-check">
      <summary>
        {(last || !running) && <Verdict report={last?.report} />}{' '}
        {running && <span className="soft">{strings.history.check.running(running.done, running.of)}</span>}
      </summary>
      <div className="history-checked">
        <h3>{strings.history.check.title}</h3>
        {failed !== undefined && <ActionError error={strings.history.check.failed(failed)} />}
        {last && <Advice report={last.report} folder={folder} />}
        <p className="row">
          <button type="button" className="button" disabled={running !== undefined} onClick={ask}>
            {strings.history.check.again}
          </button>
          {last && <span className="soft">{strings.history.check.at(momentWords(last.at))}</span>}
        </p>
        {last && <Files report={last.report} />}
      </div>
    </details>
  );
}

function useCheck(bridge: MainBridge): readonly [HistoryCheck | Failed | undefined, () => void] {
  const [check, setCheck] = useState<HistoryCheck | Failed>();
  const take = (told: HistoryCheck | Failed) =>
    // Nothing is drawn anew where nothing is new.
    setCheck((known) => (JSON.stringify(known) === JSON.stringify(told) ? known : told));
  const ask = (again: boolean) =>
    bridge
      .call('history:check', again)
      .then(take, (error: unknown) => take({ ok: false, error: problemText(error) }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked as long as the page is there.
  useEffect(() => {
    void ask(false);
    const timer = setInterval(() => document.hidden || void ask(false), LOOK_MS);
    return () => clearInterval(timer);
  }, [bridge]);
  return [check, () => void ask(true)];
}

/** Files of another key are told one by one, and there can be very many. */
const SHOWN_LIMITS = 2;

const SHAPES: Readonly<Record<JournalReport['verdict'], ShapeKind>> = {
  intact: 'check',
  unproven: 'note',
  broken: 'cross',
};

function Verdict({ report }: { readonly report: JournalReport | undefined }) {
  if (report === undefined) return <span className="soft">{strings.history.check.notYet}</span>;
  return (
    <span className={`history-verdict history-verdict-${report.verdict}`}>
      <Shape kind={SHAPES[report.verdict]} />
      {verdictWords(report)}
    </span>
  );
}

function verdictWords({ verdict, lines, files, findings }: JournalReport): string {
  if (verdict === 'intact') return strings.history.check.intact(lines, files);
  return verdict === 'broken'
    ? strings.history.check.broken(findings.length)
    : strings.history.check.unproven;
}

function Advice({ report, folder }: { readonly report: JournalReport; readonly folder: string }) {
  const { verdict, limits } = report;
  return (
    <>
      {limits.slice(0, SHOWN_LIMITS).map((limit) => (
        <p key={limit}>{limit}</p>
      ))}
      {limits.length > SHOWN_LIMITS && <p>{strings.history.check.more(limits.length - SHOWN_LIMITS)}</p>}
      {verdict === 'unproven' && <p>{strings.history.check.unprovenAdvice}</p>}
      {verdict === 'broken' && (
        <>
          <h4>{strings.history.check.whatToDo}</h4>
          <ol className="history-advice">
            <li>
              <Visible text={strings.history.check.distrust(folder)} />
            </li>
            <li>{strings.history.check.keepCopy}</li>
            <li>{strings.history.check.findOut}</li>
            <li>{strings.history.check.goesOn}</li>
          </ol>
        </>
      )}
    </>
  );
}

/** The newest first, as the calls are. */
function Files({ report: { checked, findings, beforeChain } }: { readonly report: JournalReport }) {
  const words = strings.history.check;
  const missing = findings.filter(({ file }) => !checked.some((one) => one.file === file));
  const rows = [
    ...checked.map(({ file, lines, proven }) => {
      const finding = findings.find((one) => one.file === file);
      return { file, lines, finding, state: proven ? words.proven : words.notProven };
    }),
    ...missing.map((finding) => ({ file: finding.file, lines: undefined, finding, state: '' })),
    ...beforeChain.map((file) => ({ file, lines: undefined, finding: undefined, state: words.beforeChain })),
  ];
  return (
    <table className="history-files">
      <caption>{words.details}</caption>
      <thead>
        <tr>
          <th scope="col">{words.day}</th>
          <th scope="col">{words.state}</th>
          <th scope="col">{words.lines}</th>
          <th scope="col">{words.file}</th>
        </tr>
      </thead>
      <tbody>
        {rows
          .sort((a, b) => (dayIn(a.file) < dayIn(b.file) ? 1 : -1))
          .map(({ file, lines, finding, state }) => (
            <tr key={file}>
              <td>{dayWords(dayIn(file))}</td>
              <td className={finding ? 'history-broken' : undefined}>
                {finding ? findingWords(finding) : state}
              </td>
              <td>{lines?.toLocaleString(locale())}</td>
              <td className="mono">{file}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function findingWords({ line, what }: JournalFinding): string {
  const words = strings.history.check;
  return line === undefined ? words.damage[what] : words.line(line, words.damage[what]);
}

/** Files are named after the UTC date on which they were begun. */
function dayIn(file: string): string {
  return /\d{4}-\d{2}-\d{2}/.exec(file)?.[0] ?? '';
}
