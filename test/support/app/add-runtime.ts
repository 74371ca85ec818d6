/** Adds a runtime as a person does, in the main window, and says yes to what is asked about it. */
import type { Page } from '@playwright/test';
import { strings } from '../../../src-renderer/strings.ts';
import { answerBoxes } from './answer-boxes.ts';
import type { Doorman } from './doorman-test.ts';

export interface AddedRuntime {
  readonly url: string;
  readonly token: string;
  readonly name?: string;
  /** How long it waits for an answer, in seconds. */
  readonly limit?: number;
}

/** Resolves to the main window, once the form was sent. */
export async function addRuntime(doorman: Doorman, { url, token, name, limit }: AddedRuntime): Promise<Page> {
  await answerBoxes(doorman, 'yes');
  const main = await doorman.window('main');
  await main.getByRole('button', { name: strings.pages.runtimes }).click();
  await main.getByLabel(strings.runtimes.name, { exact: true }).fill(name ?? 'Work');
  await main.getByLabel(strings.runtimes.url, { exact: true }).fill(url);
  await main.getByLabel(strings.runtimes.token, { exact: true }).fill(token);
  if (limit !== undefined) {
    await main.getByText(strings.runtimes.more, { exact: true }).click();
    await main.getByLabel(strings.runtimes.limit).fill(String(limit));
  }
  await main.getByRole('button', { name: strings.runtimes.add }).click();
  return main;
}
