/** The folders that agents may read unasked, and whether the command line may say yes. */

import { visibleText } from '../../src-shared/visible-text.ts';
import type { MainBridge } from '../bridge.ts';
import { ActionError } from '../parts/action-error.tsx';
import { Empty } from '../parts/empty.tsx';
import { useAction } from '../parts/use-action.ts';
import { Visible } from '../parts/visible.tsx';
import { strings } from '../strings.ts';
import type { PageProps } from './page-props.ts';

export function FoldersPage({ bridge, snapshot }: PageProps) {
  const { folders, allowFromCommandLine } = snapshot.state;
  const add = useAction(() => bridge.call('folder:add', undefined));
  return (
    <>
      <p className="lead">{strings.folders.text}</p>
      {folders.length === 0 ? (
        <Empty title={strings.folders.emptyTitle} text={strings.folders.emptyText} />
      ) : (
        <ul className="rows">
          {folders.map((folder) => (
            <FolderRow key={folder} bridge={bridge} folder={folder} />
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

function FolderRow({ bridge, folder }: { readonly bridge: MainBridge; readonly folder: string }) {
  const remove = useAction(() => bridge.call('folder:remove', folder));
  return (
    <li className="folder-row">
      <span className="mono row-what">
        <Visible text={folder} />
      </span>
      <button
        type="button"
        className="button button-quiet"
        aria-label={strings.folders.removeLabel(visibleText(folder))}
        disabled={remove.busy}
        onClick={() => void remove.run()}
      >
        {strings.folders.remove}
      </button>
      <ActionError error={remove.error} />
    </li>
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
