/**
 * `npm run build`: builds everything into dist/. Steps with unchanged sources are skipped, so that
 * `npm start` can always build first.
 */
import { existsSync, globSync, statSync } from 'node:fs';
import path from 'node:path';

import { root, runNode, toolPath } from './run.ts';

const run = async (args: string[]): Promise<void> => {
  const code = await runNode(args);
  if (code !== 0) process.exit(code);
};

/** Latest modification time below `folders`; 0 if there are no files. */
const newest = (folders: string[]): number =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*`, { cwd: root }))
    .reduce((latest, file) => Math.max(latest, statSync(path.join(root, file)).mtimeMs), 0);

/** Whether `output` is newer than all its sources. */
const isCurrent = (output: string, sources: string[]): boolean => {
  const file = path.join(root, output);
  const lock = statSync(path.join(root, 'package-lock.json')).mtimeMs;
  return existsSync(file) && statSync(file).mtimeMs > Math.max(newest(sources), lock);
};

/** A current bundle is not rebuilt either: a server running from it loads parts of it later. */
const bundle = async (): Promise<void> => {
  const sources = ['server', 'shared', 'main', 'scripts'];
  if (!isCurrent('dist/server/main.js', sources)) await run(['scripts/bundle.ts']);
};

/** Vite has no incremental build; comparing times saves about ten seconds per start. */
const buildRenderer = async (): Promise<void> => {
  if (isCurrent('dist/renderer/index.html', ['renderer', 'shared'])) return;
  await run([toolPath('vite'), 'build', 'renderer', '--logLevel=warn']);
  await run(['scripts/build-service-worker.ts']);
};

// main/ references server/ and shared/; `npm run check` covers tests and scripts.
await run([toolPath('@typescript/native', 'tsc'), '-b', 'main']);
await bundle();
await buildRenderer();
await run(['scripts/build-preload.ts']);
await run(['scripts/notices.ts']);
