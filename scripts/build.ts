/**
 * `npm run build`: everything that runs or ships, into dist/. Steps whose sources did not change
 * are skipped, so that `npm start` can always build first.
 */
import { cpSync, existsSync, globSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

import { root, runNode, toolPath } from './run.ts';

const run = async (args: string[]): Promise<void> => {
  const code = await runNode(args);
  if (code !== 0) process.exit(code);
};

/** Time of the last change below `folders`; 0 when there is no file. */
const newest = (folders: string[]): number =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*`, { cwd: root }))
    .reduce((latest, file) => Math.max(latest, statSync(path.join(root, file)).mtimeMs), 0);

/** The compiler leaves everything but TypeScript behind; the server reads its migrations at run time. */
const copyMigrations = (): void => {
  for (const file of globSync('server/**/*.sql', { cwd: root })) {
    const target = path.join(root, 'dist', file);
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(path.join(root, file), target);
  }
};

/** Vite has no incremental build of its own; comparing times saves some ten seconds of every start. */
const buildRenderer = async (): Promise<void> => {
  const page = path.join(root, 'dist/renderer/index.html');
  const sources = Math.max(
    newest(['renderer', 'shared']),
    statSync(path.join(root, 'package-lock.json')).mtimeMs,
  );
  if (existsSync(page) && statSync(page).mtimeMs > sources) return;
  await run([toolPath('vite'), 'build', 'renderer', '--logLevel=warn']);
  await run(['scripts/build-service-worker.ts']);
};

// main/ refers to server/ and shared/; tests and scripts are not built, `npm run check` checks them.
await run([toolPath('typescript', 'tsc'), '-b', 'main']);
copyMigrations();
await buildRenderer();
await run(['scripts/build-preload.ts']);
await run(['scripts/notices.ts']);
