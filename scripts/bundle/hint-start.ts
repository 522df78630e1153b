import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { eagerFunctions } from './eager-functions.ts';

/** Starts the built server once, and rewrites its files so that V8 compiles what a start calls at once. */
export const hintStart = (dist: string): void => {
  const dir = mkdtempSync(path.join(tmpdir(), 'octavo-build-'));
  try {
    const [data, file] = [path.join(dir, 'data'), path.join(dir, 'coverage.json')];
    mkdirSync(data);
    const driver = path.join(import.meta.dirname, 'start-coverage.ts');
    execFileSync(process.execPath, [driver, path.join(dist, 'server/program.js'), data, file], {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 2 * 60_000,
    });
    const scripts = JSON.parse(readFileSync(file, 'utf8')) as Profiler.ScriptCoverage[];
    for (const { url, functions } of scripts) {
      if (!url.startsWith('file:')) continue;
      const name = fileURLToPath(url);
      if (!name.startsWith(dist + path.sep)) continue;
      const called = functions.flatMap(({ ranges: [range] }) =>
        range && range.count > 0 ? [{ start: range.startOffset, end: range.endOffset }] : [],
      );
      const code = readFileSync(name, 'utf8');
      writeFileSync(name, eagerFunctions(code, called));
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
};
