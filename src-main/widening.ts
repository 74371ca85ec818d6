/**
 * The changes that give agents more than they had, each as the question that the person is asked first, outside every
 * page. What narrows is never asked about.
 */
import type { NewContact, NewInvite } from '../src-shared/contact.ts';
import type { AddRuntime } from '../src-shared/ipc-contract.ts';
import { type MaskedCount, maskedWords } from '../src-shared/masking.ts';
import { hostInTheClear } from '../src-shared/plain-address.ts';
import type { DirectSettings, Mode, Profile, Sandbox, Settings } from '../src-shared/settings.ts';
import { visibleText } from '../src-shared/visible-text.ts';
import type { WideningQuestion } from './host.ts';

/** Characters of a project's rules that a box can show; the rest is in its file. */
const MOST_RULES_SHOWN = 1500;

/** How far each value goes: a step up is asked about. */
const REACH: Record<Sandbox, number> = { required: 0, auto: 1, off: 2 };

type Before = Pick<Settings, 'mode' | 'stopped' | 'sandbox' | 'allowFromCommandLine' | 'leftOutWindows'>;

export function widerMode(before: Before, mode: Mode): WideningQuestion | undefined {
  if (mode !== 'auto' || before.mode === 'auto') return undefined;
  return {
    message: 'Switch to Auto?',
    detail:
      'Commands that are understood and harmless, and that no rule names, then run behind the guarded wall without ' +
      'asking you. All else waits for you as before.',
    yes: 'Switch to Auto',
  };
}

export function widerSandbox(before: Before, setting: Sandbox): WideningQuestion | undefined {
  if (REACH[setting] <= REACH[before.sandbox]) return undefined;
  if (setting === 'auto') {
    return {
      message: 'Let commands run without a wall again, after your yes?',
      detail:
        'Now no command runs without a wall. After this you can allow single commands without it, and where no wall ' +
        'can be built every command waits for you.',
      yes: 'No longer require it',
    };
  }
  return {
    message: 'Switch the wall off?',
    detail:
      'Every command then waits for you, and what you allow can do whatever you can do here: change all your files, ' +
      'use the network, and see your screen.',
    yes: 'Switch the wall off',
  };
}

export function lifting({ stopped }: Before): WideningQuestion | undefined {
  if (!stopped) return undefined;
  return {
    message: 'Start again?',
    detail: 'Stop is in force. After this, agents can call the tools of this machine again.',
    yes: 'Start again',
  };
}

export function widerCommandLine(before: Before, allowed: boolean): WideningQuestion | undefined {
  if (!allowed || before.allowFromCommandLine) return undefined;
  return {
    message: 'Allow answers from the command line?',
    detail:
      'Any program that runs as you can then say yes to a waiting call, unless it is one that must be looked at.',
    yes: 'Allow answers from there',
  };
}

/** `after` is the whole list. What is added to it needs no question. */
export function showingWindows(before: Before, after: readonly string[]): WideningQuestion | undefined {
  const gone = before.leftOutWindows.filter((pattern) => !after.includes(pattern));
  if (gone.length === 0) return undefined;
  return {
    message: `Let agents see windows that fit ${gone.map((pattern) => `"${visibleText(pattern)}"`).join(', ')} again?`,
    detail:
      'They are then listed with their titles, and can be in pictures of the screen. Whether one may be taken is asked ' +
      'or decided as before.',
    yes: 'Let them be seen',
  };
}

type ToConnect = Pick<AddRuntime, 'name' | 'url' | 'mode'>;

export function addingRuntime({ name, url, mode }: ToConnect): WideningQuestion {
  const clear = hostInTheClear(new URL(url));
  const unencrypted =
    clear === undefined
      ? ''
      : `\n\nNothing on the way to ${visibleText(clear)} is encrypted: whoever shares a network with you can read the ` +
        'token and every call, and answer in its place.';
  const auto =
    mode === 'auto'
      ? '\n\nIts calls run in Auto: harmless commands that no rule names run without asking you.'
      : '';
  return {
    message: `Connect to the runtime "${visibleText(name)}"?`,
    detail:
      `Its address is ${visibleText(url)}. Every agent that runs there can then call the tools of this machine; ` +
      `what no rule allows waits for you.${auto}${unencrypted}`,
    yes: clear === undefined ? 'Connect' : 'Connect unencrypted',
  };
}

/** The mode of a profile may be that of all. */
export function widerRuntime(
  before: Pick<Profile, 'name' | 'caFile'> & { readonly mode: Mode },
  after: Pick<Profile, 'caFile'> & { readonly mode: Mode },
): WideningQuestion | undefined {
  const auto = after.mode === 'auto' && before.mode !== 'auto';
  const trusted = after.caFile !== undefined && after.caFile !== before.caFile;
  if (!auto && !trusted) return undefined;
  const whats = [
    ...(auto
      ? ['Its calls then run in Auto: harmless commands that no rule names run without asking you.']
      : []),
    ...(trusted
      ? [
          `Whoever holds an authority in ${visibleText(after.caFile ?? '')} can then stand in for this runtime, read the ` +
            'token and make calls.',
        ]
      : []),
  ];
  return {
    message: `Change the runtime "${visibleText(before.name)}"?`,
    detail: whats.join('\n\n'),
    yes: 'Change it',
  };
}

export function switchingOn(tool: string, runtime: string | undefined): WideningQuestion {
  return {
    message: `Switch ${tool} on${runtime === undefined ? '' : ` for "${visibleText(runtime)}"`}?`,
    detail: 'Agents can then call it again; what no rule allows waits for you.',
    yes: 'Switch on',
  };
}

/** `rulesText` is what `.co/host.yaml` holds now, or null where there is none. */
export function trustingFolder(path: string, rulesText: string | null): WideningQuestion {
  const rules =
    rulesText === null ? 'It has no rules of its own.' : `Its own rules add to yours:\n\n${shown(rulesText)}`;
  return {
    message: `Trust the code in ${visibleText(path)}?`,
    detail: `Agents may then run its tests without asking, where your list has them, and these may write in it. ${rules}`,
    yes: 'Trust it',
  };
}

export function askingNoMore(tool: string, runtime?: string): WideningQuestion {
  const of = runtime === undefined ? '' : ` from "${visibleText(runtime)}"`;
  return {
    message: `No longer wait for you at each call of ${visibleText(tool)}${of}?`,
    detail:
      'What your folders and rules allow then runs again without asking you; in Auto, what no rule names too.',
    yes: 'Wait no more',
  };
}

export function unseenResults(of: string, runtime?: string): WideningQuestion {
  const to = runtime === undefined ? '' : ` to "${visibleText(runtime)}"`;
  return {
    message: `Send the results of ${visibleText(of)}${to} without showing them to you?`,
    detail: 'What comes of its calls then leaves this machine at once. Credentials stay masked.',
    yes: 'Send them unseen',
  };
}

/** `text` is the whole text of the action whose result it was. */
export function sendingWhole(text: string, masked: readonly MaskedCount[]): WideningQuestion {
  return {
    message: `Let ${maskedWords(masked)} leave this machine?`,
    detail:
      'Masked in the last result, they go as they are in the next one, once, if the very same is asked for within 15 ' +
      `minutes. Whatever else is found stays masked. Asked for was:\n\n${shown(text, 'it is in the list of calls')}`,
    yes: 'Send them next time',
  };
}

function shown(text: string, where = 'read .co/host.yaml before you say yes'): string {
  const left = text.length - MOST_RULES_SHOWN;
  const head = visibleText(text.slice(0, MOST_RULES_SHOWN), 'block');
  return left > 0 ? `${head}\n… and ${left} more characters: ${where}.` : head;
}

export function lettingIn({ address, name, tools }: NewContact): WideningQuestion {
  return {
    message: `Let "${visibleText(name)}" run tools here directly?`,
    detail:
      `Whoever holds the key ${address} can then run what your whitelist allows, at any time, without asking you: ` +
      `${toolWords(tools)}. Compare the address with the one that the caller shows.`,
    yes: 'Let it in',
  };
}

export function invitingCaller({ name, tools }: NewInvite): WideningQuestion {
  return {
    message: `Make an invite for "${visibleText(name)}"?`,
    detail:
      'Whoever uses the code first, within 15 minutes, can from then on run what your whitelist allows, without asking ' +
      `you: ${toolWords(tools)}.`,
    yes: 'Make the code',
  };
}

export function openingDoor({ host, port }: Pick<DirectSettings, 'host' | 'port'>): WideningQuestion {
  return {
    message: 'Open the door for callers with a key?',
    detail:
      `Doorman then listens on ${visibleText(host)}${port === 0 ? '' : `, port ${port}`}. Callers that you accept run ` +
      'what your whitelist allows without asking you; you are asked about all others first.',
    yes: 'Open it',
  };
}

/** `line` is what will stand in the permission file; `before` what stands there now, where it takes the place of that. */
export function widerRule(line: string, before?: string, warning?: string): WideningQuestion {
  const instead = before === undefined ? '' : `\n\nIt takes the place of:\n\n${shown(before, RULE_LEFT)}`;
  const careful = warning === undefined ? '' : `\n\nBe careful: this rule ${visibleText(warning)}.`;
  return {
    message: before === undefined ? 'Put this rule into your list?' : 'Change this rule?',
    detail: `${WHAT_A_RULE_DOES}\n\n${shown(line, RULE_LEFT)}${instead}${careful}`,
    yes: before === undefined ? 'Put it in' : 'Change it',
  };
}

/** `after` is the shipped rule that counts again, where there is one. */
export function droppingRule(line: string, after?: string): WideningQuestion {
  const again =
    after === undefined ? '' : `\n\nThen this shipped rule counts again:\n\n${shown(after, RULE_LEFT)}`;
  return {
    message: 'Take this rule out of your list?',
    detail: `It holds agents back. Without it they may get more:\n\n${shown(line, RULE_LEFT)}${again}`,
    yes: 'Take it out',
  };
}

const RULE_LEFT = 'read it in the window before you say yes';

const WHAT_A_RULE_DOES =
  'What it allows runs without asking you, for agents and for direct callers alike, unless it must be looked at:';

function toolWords(tools: readonly string[] | undefined): string {
  return tools === undefined ? 'every tool' : tools.map((tool) => visibleText(tool)).join(', ') || 'no tool';
}
