/** The folders that agents may read unasked, and whether the command line may say yes. */

import type { FolderView } from '../../src-shared/app-state.ts';
import { visibleText } from '../../src-shared/visible-text.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { Empty } from '../parts/empty.tsx';
import { useAction } from '../parts/use-action.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import type { PageProps } from './page-props.ts';

export function FoldersTab({ bridge, snapshot }: PageProps) {
  const { folders, allowFromCommandLine } = snapshot.state;
  const add = useAction(() => bridge.call('folder:add', undefined));
  return (
    <>
      <p className="lead">{strings.folders.text}</p>
      {folders.length > 0 && <p className="soft">{strings.folders.trustText}</p>}
      {folders.length === 0 ? (
        <Empty title={strings.folders.emptyTitle} text={strings.folders.emptyText} />
      ) : (
        <ul className="rows">
          {folders.map((folder) => (
            <FolderRow key={folder.path} bridge={bridge} folder={folder} />
          ))}
        </ul>
      )}
      <div className="row">
        <button
          type="button"
          className="button button-primary"
          disabled={add.busy}
          onClick={() => void add.run()}
        >
          {strings.folders.add}
        </button>
      </div>
      <ActionError error={add.error} />
      <CommandLine bridge={bridge} allowed={allowFromCommandLine} />
    </>
  );
}

interface FolderRowProps {
  readonly bridge: MainBridge;
  readonly folder: FolderView;
}

function FolderRow({ bridge, folder }: FolderRowProps) {
  const { path } = folder;
  const name = visibleText(path);
  const remove = useAction(() => bridge.call('folder:remove', path));
  const trust = useAction((trusted: boolean) => bridge.call('folder:trust', { path, trusted }));
  return (
    <li className="folder-row">
      <span className="mono row-what">
        <Visible text={path} />
      </span>
      <label className="switch">
        <input
          type="checkbox"
          aria-label={strings.folders.trustLabel(name)}
          checked={folder.trusted}
          disabled={trust.busy}
          onChange={(event) => void trust.run(event.currentTarget.checked)}
        />
        {strings.folders.trust}
      </label>
      <button
        type="button"
        className="button button-quiet"
        aria-label={strings.folders.removeLabel(name)}
        disabled={remove.busy}
        onClick={() => void remove.run()}
      >
        {strings.folders.remove}
      </button>
      {folder.changedRules && (
        <ChangedRules rules={folder.changedRules} busy={trust.busy} trust={() => void trust.run(true)} />
      )}
      <ActionError error={remove.error ?? trust.error} />
    </li>
  );
}

interface ChangedRulesProps {
  readonly rules: NonNullable<FolderView['changedRules']>;
  readonly busy: boolean;
  readonly trust: () => void;
}

/** The rules of a project before and after, so that trusting them again is a decision on what was seen. */
function ChangedRules({ rules, busy, trust }: ChangedRulesProps) {
  return (
    <div className="changed-rules">
      <p>{strings.folders.changedTitle}</p>
      <RulesText title={strings.folders.changedBefore} text={rules.trusted} />
      <RulesText title={strings.folders.changedNow} text={rules.now} />
      <button type="button" className="button" disabled={busy} onClick={trust}>
        {strings.folders.trustNow}
      </button>
    </div>
  );
}

function RulesText({ title, text }: { readonly title: string; readonly text: string | null }) {
  return (
    <figure>
      <figcaption className="soft">{title}</figcaption>
      <pre className="mono rules-text">
        {text === null ? strings.folders.noRules : <Visible text={text} mode="block" />}
      </pre>
    </figure>
  );
}

function CommandLine({ bridge, allowed }: { readonly bridge: MainBridge; readonly allowed: boolean }) {
  const set = useAction((allow: boolean) => bridge.call('command-line:allow-answers', allow));
  return (
    <section className="form" aria-labelledby="cli-title">
      <h3 id="cli-title">{strings.folders.cliTitle}</h3>
      <label className="switch">
        <input
          type="checkbox"
          checked={allowed}
          disabled={set.busy}
          aria-describedby="cli-text"
          onChange={(event) => void set.run(event.currentTarget.checked)}
        />
        {strings.folders.cliSwitch}
      </label>
      <p id="cli-text" className="soft">
        {strings.folders.cliText}
      </p>
      <ActionError error={set.error} />
    </section>
  );
}
