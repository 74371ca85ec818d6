/** Which lists of processes a text asks for, and which of these can be collected: real texts, a real parser. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createShellParser, type ShellParser } from '../../../../src-main/policy/shell-parser.ts';
import { buildShellParserWorker } from '../../../support/build-shell-parser-worker.ts';
import { bashAccepts, PROGRAM_PATH } from '../../../support/handed-cases.ts';

let parser: ShellParser;
let removeWorker: () => Promise<void>;

beforeAll(async () => {
  const worker = await buildShellParserWorker();
  removeWorker = worker.remove;
  const options = { workerFile: worker.file, limitMs: 2000, programPath: PROGRAM_PATH, bashAccepts };
  parser = createShellParser(options);
}, 60_000);

afterAll(async () => {
  await parser.close();
  await removeWorker();
});

async function listsIn(text: string): Promise<unknown> {
  const place = { cwd: '/usr', home: '/root', user: 'someone', shell: '/bin/bash' };
  const script = await parser.parse(text, place);
  if (script.kind === 'invalid') throw new Error(script.why);
  return script.surroundings?.processLists?.map(({ program, args }) => [program, args?.join(' ')]);
}

test.each([
  ['ps aux | grep node | head', [['ps', 'aux']]],
  ['ps -eo pid,cmd --sort=-%mem; /bin/ps -eo pid,cmd --sort=-%mem', [['ps', '-eo pid,cmd --sort=-%mem']]],
  [
    'ps; ps -ef && top -bn1 || pgrep -fl "a b"',
    [
      ['ps', ''],
      ['ps', '-ef'],
      ['top', '-bn1'],
      ['pgrep', '-fl a b'],
    ],
  ],
  [
    'ps axo pid,time; ps -C firefox -o pid,rss; ps -elf; ps -eLf --forest',
    [
      ['ps', 'axo pid,time'],
      ['ps', '-C firefox -o pid,rss'],
      ['ps', '-elf'],
      ['ps', '-eLf --forest'],
    ],
  ],
  ['timeout 5 env LC_ALL=C ps -p 1', [['ps', '-p 1']]],
  [
    'for name in a b; do pgrep $name; done',
    [
      ['pgrep', 'a'],
      ['pgrep', 'b'],
    ],
  ],
  ['ls -l; echo ps aux; uptime; free -m', []],
])('%s asks for %j', async (text, lists) => {
  expect(await listsIn(text)).toEqual(lists);
});

test.each([
  ['ps auxe', 'the environment'],
  ['ps -p 1 e', 'the environment'],
  ['ps -auxe', 'the environment, by way of a second reading'],
  ['ps -o pid,environ', 'the environment, by its column'],
  ['ps axe1', 'the environment, before a number'],
  ['ps axeopid,args', 'the environment, before columns'],
  ['ps -auxe1', 'the environment, by way of a second reading'],
  ['ps -p 1 -ef -o pid,args', 'the environment, because two formats make ps read it a second time'],
  ['ps -p 1 -eo pid -O +pid', 'the environment, because columns that are none make ps read it a second time'],
  ['ps -p 1 -u e', 'the environment, because a user who is not there makes ps read it a second time'],
  ['ps -E', 'an option that is not known'],
  ['ps -p $(cat pid)', 'words that are not known yet'],
  ['pgrep n*', 'words that files decide'],
  ['pgrep -F /etc/passwd', 'a file'],
  ['top', 'a terminal'],
  ['top -b', 'no end'],
  ['echo 1 | xargs ps -p', 'words that another program prints'],
])('%s cannot be collected: %s', async (text) => {
  const [program] = /ps|pgrep|top/.exec(text) ?? [];
  expect(await listsIn(text)).toEqual([[program, undefined]]);
});

test('some other program of that name is not what is collected', async () => {
  expect(await listsIn('./ps aux; /tmp/ps aux')).toEqual([]);
});
