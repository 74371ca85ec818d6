/** Answers the system's own boxes for the person: nothing in a page can, and no test can drive them. */
import type { Doorman } from './doorman-test.ts';

/** From now on every box is answered so. The returned function tells what they asked, oldest first. */
export async function answerBoxes(
  { app }: Doorman,
  answer: 'yes' | 'cancel',
): Promise<() => Promise<readonly string[]>> {
  await app.evaluate(({ dialog }, wanted) => {
    const asked: string[] = [];
    Object.assign(globalThis, { boxesAsked: asked });
    const showMessageBox: typeof dialog.showMessageBox = async (...given: readonly unknown[]) => {
      const { message, cancelId = 1 } = given.at(-1) as Electron.MessageBoxOptions;
      asked.push(message);
      return { response: wanted === 'yes' ? 1 - cancelId : cancelId, checkboxChecked: false };
    };
    dialog.showMessageBox = showMessageBox;
  }, answer);
  return () => app.evaluate(() => (globalThis as unknown as { boxesAsked: string[] }).boxesAsked);
}
