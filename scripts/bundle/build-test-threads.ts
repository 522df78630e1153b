/**
 * Vitest's global set-up: bundles the threads as the program ships them, because a thread that loads
 * hundreds of sources takes a quarter of a second of processor time to start, and tests start thousands.
 */
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

import type { TestProject } from 'vitest/node';

import { root } from '../run.ts';
import { bundleThreads } from './bundle-threads.ts';
import { testThreads } from './use-test-threads.ts';

/** Keeps what is current: another run in this folder can be loading it. */
const write = (file: string, content: string | Uint8Array): void => {
  const bytes = Buffer.from(content);
  try {
    if (readFileSync(file).equals(bytes)) return;
  } catch {
    mkdirSync(path.dirname(file), { recursive: true });
  }
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, bytes);
  renameSync(draft, file);
};

const buildThreads = async (): Promise<void> => {
  const outdir = path.join(testThreads, 'dist');
  const draft = `${testThreads}.${process.pid}`;
  await bundleThreads(path.relative(root, draft));
  for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    write(path.join(outdir, path.relative(draft, file)), readFileSync(file));
  }
  rmSync(draft, { recursive: true });
  const migrations = 'server/database/migrations';
  cpSync(path.join(root, migrations), path.join(outdir, migrations), { recursive: true });
  // Built code looks upwards for it.
  write(path.join(testThreads, 'package.json'), readFileSync(path.join(root, 'package.json')));
};

const setUp = async (project: TestProject): Promise<void> => {
  await buildThreads();
  project.onTestsRerun(buildThreads);
};

export default setUp;
