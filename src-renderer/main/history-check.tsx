/** Whether the journal is as it was written: checked in the background, told file by file, with what to do when it is not. */
import type { Failed, HistoryCheck } from '../../src-shared/history.ts';
import type { JournalFinding, JournalReport } from '../../src-shared/journal-report.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { ActionError } from '../parts/action-error.tsx';
import { Shape, type ShapeKind } from '../parts/shape.tsx';
import { Visible } from '../parts/visible.tsx';
import { locale } from '../spoken.ts';
import { strings } from '../strings.ts';
import { dayWords, momentWords } from '../text/history-words.ts';

interface HistoryCheckLineProps {
  readonly check: HistoryCheck | Failed | undefined;
  readonly onAgain: () => void;
}

export function HistoryCheckLine({ check, onAgain }: HistoryCheckLineProps) {
  if (check === undefined) return null;
  if (!check.ok) return <ActionError error={check.error} />;
  const { running, last, failed, folder } = check;
  return (
    <details className="history-check">
      <summary>
        {(last || !(running || failed)) && <Verdict report={last?.report} />}{' '}
        {failed !== undefined && (
          <span className="history-broken">{strings.history.check.failed(visibleText(failed))}</span>
        )}
        {running && <span className="soft">{strings.history.check.running(running.done, running.of)}</span>}
      </summary>
      <div className="history-checked">
        <h3>{strings.history.check.title}</h3>
        {last && <Advice report={last.report} folder={folder} />}
        <p className="row">
          <button type="button" className="button" disabled={running !== undefined} onClick={onAgain}>
            {strings.history.check.again}
          </button>
          {last && <span className="soft">{strings.history.check.at(momentWords(last.at))}</span>}
        </p>
        {last && <Files report={last.report} />}
      </div>
    </details>
  );
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
function Files({ report }: { readonly report: JournalReport }) {
  const { checked, findings, beforeChain } = report;
  const words = strings.history.check;
  const lines = new Map(checked.map((file) => [file.file, file.lines]));
  const names = new Set([...lines.keys(), ...findings.map(({ file }) => file), ...beforeChain]);
  const rows = [...names].sort((a, b) => (dayIn(a) < dayIn(b) || (dayIn(a) === dayIn(b) && a < b) ? 1 : -1));
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
        {rows.map((file) => (
          <tr key={file}>
            <td>{dayWords(dayIn(file))}</td>
            <td>
              <FileState report={report} file={file} />
            </td>
            <td>{lines.get(file)?.toLocaleString(locale())}</td>
            <td className="mono">{file}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the check found of one file; nothing of one that it did not see. */
export function FileState({ report, file }: { readonly report: JournalReport; readonly file: string }) {
  const words = strings.history.check;
  const finding = report.findings.find((one) => one.file === file);
  if (finding) return <span className="history-broken">{findingWords(finding)}</span>;
  if (report.beforeChain.includes(file)) return words.beforeChain;
  const checked = report.checked.find((one) => one.file === file);
  return checked && (checked.proven ? words.proven : words.notProven);
}

function findingWords({ line, what }: JournalFinding): string {
  const words = strings.history.check;
  return line === undefined ? words.damage[what] : words.line(line, words.damage[what]);
}

/** Files are named after the UTC date on which they were begun. */
function dayIn(file: string): string {
  return /\d{4}-\d{2}-\d{2}/.exec(file)?.[0] ?? '';
}
