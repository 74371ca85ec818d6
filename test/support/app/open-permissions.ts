/** Opens one tab of the page of permissions, as a person does. */
import type { Page } from '@playwright/test';
import { strings } from '../../../src-renderer/strings.ts';

export async function openPermissions(main: Page, tab: keyof typeof strings.permissions.tabs): Promise<void> {
  await main.getByRole('button', { name: strings.pages.permissions, exact: true }).click();
  await main.getByRole('tab', { name: strings.permissions.tabs[tab] }).click();
}
