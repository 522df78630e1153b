import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

import { root } from './server.ts';

const kept = path.join(root, 'node_modules/.cache/e2e-code');

const program = path.join(root, 'dist/server/program.js');

/** The build's own, because its code is of no use to another. */
const ofBuild = (): string =>
  path.join(kept, String(statSync(program, { throwIfNoEntry: false })?.mtimeMs));

const codeIn = (dataDir: string): string => path.join(dataDir, 'cache/code');

/**
 * Gives a new data directory the compile cache of the first server that ended, as any but the first start on a
 * computer has it: a start without it takes a quarter more processor time.
 */
export const giveCompiledCode = (dataDir: string): void => {
  if (!existsSync(ofBuild())) return;
  mkdirSync(path.dirname(codeIn(dataDir)), { mode: 0o700 });
  cpSync(ofBuild(), codeIn(dataDir), { recursive: true });
};

/** Keeps what a server has compiled, unless another one's is kept. */
export const keepCompiledCode = (dataDir: string): void => {
  const target = ofBuild();
  if (existsSync(target) || !existsSync(codeIn(dataDir))) return;
  for (const old of existsSync(kept) ? readdirSync(kept) : [])
    if (/^\d/.test(old)) rmSync(path.join(kept, old), { recursive: true, force: true });
  const draft = path.join(kept, `draft-${process.pid}`);
  cpSync(codeIn(dataDir), draft, { recursive: true });
  try {
    renameSync(draft, target);
  } catch {
    // The other process of the tests was faster.
    rmSync(draft, { recursive: true });
  }
};
