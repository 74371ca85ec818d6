/** Every rule in force by where it comes from: the person's own to change, those of projects and the shipped ones to see. */
import { useRef, useState } from 'react';
import type { RulesView, RuleView } from '../../src-shared/rule-view.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import { ActionError } from '../parts/action-error.tsx';
import { Empty } from '../parts/empty.tsx';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import type { PageProps } from './page-props.ts';
import { RemovedRules } from './removed-rules.tsx';
import { isBeingWritten, RuleForm } from './rule-form.tsx';
import { type RuleChange, RuleRow } from './rule-row.tsx';
import { useRemovals } from './use-removals.ts';
import { useRules } from './use-rules.ts';

const words = strings.permissions;

/** Rows that one group draws; more are found by searching. */
const MOST_ROWS = 200;

export function RulesTab({ bridge, snapshot }: PageProps) {
  const { rules, problem, refresh } = useRules(bridge, snapshot.state);
  const [wanted, setWanted] = useState('');
  if (rules === undefined)
    return problem === undefined ? <p role="status">{words.fetching}</p> : <ActionError error={problem} />;
  const found = rules.rules.filter(({ key, reason = '' }) => matches(wanted, key, reason));
  return (
    <>
      <p className="lead">{words.lead}</p>
      <input
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      <ActionError error={problem ?? rules.problem} />
      {wanted !== '' && found.length === 0 && <p role="status">{words.noneFound}</p>}
      <OwnRules
        bridge={bridge}
        snapshot={snapshot}
        rules={{ ...rules, rules: found }}
        searching={wanted !== ''}
        refresh={refresh}
      />
      <OtherRules
        bridge={bridge}
        snapshot={snapshot}
        rules={{ ...rules, rules: found }}
        searching={wanted !== ''}
      />
    </>
  );
}

function matches(wanted: string, ...texts: readonly string[]): boolean {
  const text = wanted.trim().toLowerCase();
  return texts.some((each) => each.toLowerCase().includes(text));
}

interface GroupProps extends PageProps {
  /** Those that were found. */
  readonly rules: RulesView;
  readonly searching: boolean;
}

function OwnRules({
  bridge,
  snapshot,
  rules,
  searching,
  refresh,
}: GroupProps & { readonly refresh: () => void }) {
  const removals = useRemovals(bridge, refresh);
  const [adding, setAdding] = useState(isBeingWritten());
  const own = rules.rules.filter(({ from }) => from === 'person');
  const title = useRef<HTMLHeadingElement>(null);
  // The form goes away with the button that had the keyboard.
  const saved = () => {
    setAdding(false);
    refresh();
    title.current?.focus();
  };
  const changeOf = (rule: RuleView) => ({
    busy: removals.busy,
    error: removals.failed?.id === rule.id ? removals.failed.error : undefined,
    remove: () => removals.remove(rule),
    onSaved: saved,
  });
  // A broken file is not an empty one.
  const isEmpty = own.length === 0 && !searching && !adding && rules.problem === undefined;
  return (
    <section aria-labelledby="own-rules" className="rule-group">
      <h3 id="own-rules" ref={title} tabIndex={-1}>
        {words.groups.person}
      </h3>
      <p className="soft">
        <span className="mono break">
          <Visible text={rules.file} />
        </span>
        . {words.fileHint}
      </p>
      <RemovedRules {...removals} />
      {isEmpty && <Empty title={words.emptyTitle} text={words.emptyText} />}
      <RuleList
        bridge={bridge}
        snapshot={snapshot}
        rules={own}
        recorded={rules.recorded}
        changeOf={changeOf}
      />
      {adding ? (
        <RuleForm bridge={bridge} skew={snapshot.skew} onSaved={saved} onCancel={() => setAdding(false)} />
      ) : (
        <div className="row">
          <button type="button" className="button button-primary" onClick={() => setAdding(true)}>
            {words.add}
          </button>
        </div>
      )}
    </section>
  );
}

function OtherRules({ bridge, snapshot, rules, searching }: GroupProps) {
  const { recorded } = rules;
  const folders = [...new Set(rules.rules.flatMap(({ folder }) => (folder === undefined ? [] : [folder])))];
  const shipped = rules.rules.filter(({ from }) => from === 'shipped');
  const list = { bridge, snapshot, recorded };
  return (
    <>
      {folders.map((folder) => (
        <section key={folder} aria-label={words.groups.project(visibleText(folder))} className="rule-group">
          <h3>
            <Visible text={words.groups.project(folder)} />
          </h3>
          <p className="soft">
            <span className="mono break">
              <Visible text={words.fileOfProject(folder)} />
            </span>
            . {words.projectHint}
          </p>
          <RuleList {...list} rules={rules.rules.filter((rule) => rule.folder === folder)} />
        </section>
      ))}
      {shipped.length > 0 && (
        // Another key opens it anew when a search begins.
        <details key={String(searching)} open={searching} className="rule-group">
          <summary className="fold">{words.groups.shipped(shipped.length)}</summary>
          <p className="soft">{words.shippedHint}</p>
          <RuleList {...list} rules={shipped} />
        </details>
      )}
    </>
  );
}

interface RuleListProps extends PageProps {
  readonly rules: readonly RuleView[];
  readonly recorded: RulesView['recorded'];
  readonly changeOf?: (rule: RuleView) => RuleChange;
}

function RuleList({ bridge, snapshot, rules, recorded, changeOf }: RuleListProps) {
  if (rules.length === 0) return null;
  return (
    <>
      <ul className="rows">
        {rules.slice(0, MOST_ROWS).map((rule) => (
          <RuleRow
            key={rule.id}
            bridge={bridge}
            rule={rule}
            recorded={recorded}
            now={snapshot.state.now}
            skew={snapshot.skew}
            change={changeOf?.(rule)}
          />
        ))}
      </ul>
      {rules.length > MOST_ROWS && <p className="soft">{words.more(rules.length - MOST_ROWS)}</p>}
    </>
  );
}
