/**
 * Writes the third-party notices for the app and its packages. Fails on a licence that is not
 * allowed, so that new dependencies are reviewed before they ship.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { isAllowed } from './notices/licences.ts';
import { noticesOf } from './notices/notices-of.ts';
import { listShipped } from './notices/shipped.ts';
import { root } from './run.ts';

const packages = listShipped(root);
const refused = packages.filter(({ name, licence }) => !isAllowed(name, licence));
if (refused.length > 0) {
  const list = refused.map(({ name, licence }) => `  ${name}: ${licence || 'no licence'}`);
  console.error(`These may not be part of Octavo by their licence:\n${list.join('\n')}`);
  process.exit(1);
}
const notices = noticesOf(packages, path.join(root, 'build/licences'));
// One copy for the page and one beside the program: electron-builder puts a file in one place only.
for (const folder of ['dist/renderer', 'dist']) {
  mkdirSync(path.join(root, folder), { recursive: true });
  writeFileSync(path.join(root, folder, 'third-party-notices.txt'), notices);
}
