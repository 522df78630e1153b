/**
 * Bundles the server and the shell into dist/: reading a few files instead of twelve hundred halves the
 * start (docs/decisions/0092-one-bundle.md). What several programs need, or one only later, lies in
 * dist/chunks.
 */
import { build } from 'esbuild';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';

import { bundleOptions } from './bundle/options.ts';
import { root } from './run.ts';

for (const folder of ['server', 'main', 'chunks']) {
  rmSync(path.join(root, 'dist', folder), { recursive: true, force: true });
}
await build(bundleOptions);
const migrations = 'server/database/migrations';
cpSync(path.join(root, migrations), path.join(root, 'dist', migrations), { recursive: true });
