import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import workerThreads, { type WorkerOptions } from 'node:worker_threads';

import { root } from '../run.ts';

/** Laid out like the program, in a place from which Node finds the packages of the project. */
export const testThreads = path.join(root, 'node_modules/.cache/test-threads');

/** The bundle of a thread that is given as its source. */
const bundled = (module: string | URL): string | URL => {
  const source = module instanceof URL ? fileURLToPath(module) : module;
  const name = path.relative(root, source).replace(/\.ts$/, '.js');
  const file = path.join(testThreads, 'dist', name);
  return existsSync(file) ? pathToFileURL(file) : module;
};

const Thread = workerThreads.Worker;

/** Set-up of each test file; files that share a process load it again. */
if (Thread.name !== 'BundledThread') {
  class BundledThread extends Thread {
    constructor(module: string | URL, options?: WorkerOptions) {
      super(bundled(module), options);
    }
  }
  workerThreads.Worker = BundledThread;
  // For modules that import the class by its name.
  syncBuiltinESMExports();
}
