/**
 * Bundles the server and the shell into dist/: loading a few files instead of twelve hundred halves
 * the startup time (docs/decisions/0092-one-bundle.md). Shared and lazily loaded parts go to
 * dist/chunks.
 */
import { build } from 'esbuild';
import { cpSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

import { bundleThreads } from './bundle/bundle-threads.ts';
import { hintStart } from './bundle/hint-start.ts';
import { mergeChunks } from './bundle/merge-chunks.ts';
import { programBundle } from './bundle/options.ts';
import { root } from './run.ts';

for (const folder of ['server', 'main', 'chunks']) {
  rmSync(path.join(root, 'dist', folder), { recursive: true, force: true });
}
await bundleThreads('dist');
const { metafile } = await build({ ...programBundle, metafile: true });
const server = 'server/composition/server.ts';
await mergeChunks(
  metafile,
  [
    // A desktop that is connected to another server loads no server.
    { name: 'base', sources: [server, 'main/app/desktop.ts'] },
    { name: 'server', sources: [server] },
  ],
  // Their imports run before the compile cache is enabled.
  ['server/cli/main.ts', 'main/start.ts'],
);
const program = path.join(root, 'dist/server/main.js');
renameSync(program, path.join(path.dirname(program), 'program.js'));
await build({
  absWorkingDir: root,
  entryPoints: ['scripts/bundle/launcher.ts'],
  outfile: program,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node14.8',
});
const migrations = 'server/database/migrations';
cpSync(path.join(root, migrations), path.join(root, 'dist', migrations), { recursive: true });
hintStart(path.join(root, 'dist'));
