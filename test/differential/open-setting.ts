/** Puts together what a differential run needs: an engine, whole or with a fault, and a machine for it to judge. */
import { buildEngine } from './build-engine.ts';
import type { Setting } from './differential.ts';
import type { Fault } from './faults.ts';
import { openKindReader } from './node-kinds.ts';
import { PERSON_RULES } from './person-lines.ts';
import { makeScratchMachine, PROGRAM_PATH } from './scratch-machine.ts';

export interface OpenSetting {
  readonly setting: Setting;
  close(): Promise<void>;
}

/** `close` ends the engine and removes everything that was made. */
export async function openSetting(fault?: Fault): Promise<OpenSetting> {
  const [built, machine, kinds] = await Promise.all([
    buildEngine(fault),
    makeScratchMachine(),
    openKindReader(),
  ]);
  const engine = built.openEngine({
    workerFile: built.workerFile,
    work: machine.work,
    home: machine.home,
    programPath: PROGRAM_PATH,
    personRules: PERSON_RULES,
  });
  return {
    setting: { engine, machine, kinds, keys: built.ruleKeys(PERSON_RULES) },
    async close() {
      await engine.close();
      await Promise.all([built.remove(), machine.remove()]);
    },
  };
}
