/** Keeps an eye on the trusted folders: which of their own rules are in force, and which changed since they were seen. */
import type { FolderView } from '../src-shared/app-state.ts';
import { MAX_PROJECT_RULES_CHARACTERS, type Settings } from '../src-shared/settings.ts';
import type { PermissionReader } from './policy/permission-reader.ts';
import type { RuleSource } from './policy/rule.ts';
import {
  type ProjectRules,
  projectSource,
  readProjectRules,
  trustedAround,
} from './policy/trusted-projects.ts';

export class Projects {
  readonly #settings: () => Settings;
  readonly #reader: PermissionReader;
  readonly #onChange: () => void;
  /** What the window shows; decisions read the files anew. */
  #seen = new Map<string, ProjectRules>();

  constructor(settings: () => Settings, reader: PermissionReader, onChange: () => void) {
    this.#settings = settings;
    this.#reader = reader;
    this.#onChange = onChange;
  }

  /** The rules of the project that `place` lies in, as far as they may count now. */
  async rulesAt(place: string): Promise<RuleSource | undefined> {
    const folder = trustedAround(place, this.#settings().trusted);
    return folder && projectSource(folder, await this.read(folder.path), this.#reader);
  }

  /** The rules of all trusted projects, as far as they may count now. */
  async sources(): Promise<readonly RuleSource[]> {
    const found = await Promise.all(this.#settings().trusted.map(({ path }) => this.rulesAt(path)));
    return found.filter((source) => source !== undefined);
  }

  read(folder: string): Promise<ProjectRules> {
    return readProjectRules(folder, MAX_PROJECT_RULES_CHARACTERS);
  }

  /** Looks at the files again, for the window. */
  async refresh(): Promise<void> {
    const paths = this.#settings().trusted.map(({ path }) => path);
    const now = await Promise.all(paths.map(async (path) => [path, await this.read(path)] as const));
    const changed =
      now.length !== this.#seen.size || now.some(([path, text]) => this.#seen.get(path) !== text);
    this.#seen = new Map(now);
    if (changed) this.#onChange();
  }

  views(): readonly FolderView[] {
    const { folders, trusted } = this.#settings();
    return folders.map((path) => {
      const trust = trusted.find((folder) => folder.path === path);
      if (!trust) return { path, trusted: false };
      const now = this.#seen.has(path) ? this.#seen.get(path) : trust.rulesText;
      if (now === trust.rulesText) return { path, trusted: true };
      const readable = now === undefined ? '(the file cannot be read)' : now;
      return { path, trusted: true, changedRules: { trusted: trust.rulesText, now: readable } };
    });
  }
}
