/** The engine as one value that judges a text: bundled by itself, so that a copy with a planted fault can stand in for it. */
import { decide } from '../../src-main/policy/decide.ts';
import { examineCommand } from '../../src-main/policy/examine-command.ts';
import { createShellParser } from '../../src-main/policy/shell-parser.ts';
import { SHIPPED_RULES } from '../../src-main/policy/shipped-rules.ts';
import type { ShellCommand, ShellScript } from '../../src-shared/shell-script.ts';
import type { Verdict } from '../../src-shared/verdict.ts';

export interface Judgement {
  readonly verdict: Verdict;
  /** Commands that the shell itself may start. */
  readonly commands: readonly ShellCommand[];
  /** Commands that those start from their own words. */
  readonly inner: readonly ShellCommand[];
}

export interface EngineUnderTest {
  judge(text: string): Promise<Judgement>;
  close(): Promise<void>;
}

export interface EngineSetting {
  readonly workerFile: string;
  readonly work: string;
  readonly home: string;
  readonly programPath: readonly string[];
  /** What stands inside `Bash(…)` of the person's rules. */
  readonly personRules: readonly string[];
}

/** The keys of all rules that are in force here. */
export function ruleKeys(personRules: readonly string[]): readonly string[] {
  return [...personRules.map((words) => `Bash(${words})`), ...SHIPPED_RULES.map((rule) => rule.key)];
}

export function openEngine(setting: EngineSetting): EngineUnderTest {
  const { workerFile, work, home, programPath, personRules } = setting;
  const parser = createShellParser({ workerFile, limitMs: 5000, programPath });
  const own = personRules.map((words) => ({ key: `Bash(${words})`, allowed: true, refused: false }));
  const facts = {
    home,
    folders: [work],
    trustedFolders: [work],
    ownPaths: [`${home}/.config/doorman`],
    programPath,
    rules: [
      { from: 'person' as const, rules: own },
      { from: 'shipped' as const, rules: SHIPPED_RULES },
    ],
    wallAvailable: true,
  };
  return {
    async judge(text) {
      const script = await parser.parse(text, { cwd: work, home, user: 'someone', shell: '/bin/bash' });
      const effects = [{ kind: 'run' as const, text, cwd: work, script }];
      const input = { command: text };
      const action = { tool: 'shell_run', summary: text, frozen: input, input, effects };
      const commands = script.kind === 'invalid' ? [] : script.commands;
      return {
        verdict: decide(action, facts, Date.now()),
        commands,
        inner: commands.flatMap((command) => innerOf(command, script, 0)),
      };
    },
    close: () => parser.close(),
  };
}

function innerOf(command: ShellCommand, script: ShellScript, depth: number): ShellCommand[] {
  if (script.kind === 'invalid' || depth > 6) return [];
  const programs = script.surroundings?.programs ?? {};
  const { inner } = examineCommand(command, (word) => programs[word] ?? word);
  return inner.flatMap((one) => [one, ...innerOf(one, script, depth + 1)]);
}
