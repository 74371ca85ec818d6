// Owns the way from the test runtime to a checkout: the runtime has no default app that takes a folder, so
// this constant file stands at its resources/app and imports the built main file of the folder it is given.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const marker = '--doorman-app=';
const root = process.argv.find((argument) => argument.startsWith(marker))?.slice(marker.length);

if (root === undefined || root === '') {
  process.stderr.write(`doorman: this runtime needs ${marker}<absolute path of a checkout>\n`);
  app.exit(2);
} else {
  const description = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  app.setName(description.productName ?? description.name);
  app.setVersion?.(description.version);
  // Not in the documented API; it is what Electron's own default app calls at this place.
  app.setAppPath?.(root);
  try {
    await import(pathToFileURL(join(root, description.main)).href);
  } catch (error) {
    // An error while loading would otherwise become a dialog that waits for a click.
    process.stderr.write(`doorman: cannot load ${description.main}: ${error?.stack ?? error}\n`);
    app.exit(1);
  }
}
