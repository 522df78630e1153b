/**
 * `npm run fuzz`: attacks every parser of foreign files for a while.
 * `npm run fuzz -- --target zip --seconds 300 --seed 7` one of them, longer, the same way again.
 * `npm run fuzz -- --target zip --input fuzz/failures/zip-…` one input alone.
 * `--report <file>` writes the counts as vitest's JSON report does.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { fuzz } from './fuzz.ts';
import type { Target } from './target.ts';

/** As many as the machine that must do has cores. */
const atOnce = 2;

const here = import.meta.dirname;
const all = globSync('*.ts', { cwd: path.join(here, 'targets') })
  .map((file) => path.basename(file, '.ts'))
  .sort();
const moduleOf = (name: string) => pathToFileURL(path.join(here, 'targets', `${name}.ts`)).href;

const { values } = parseArgs({
  options: {
    target: { type: 'string', multiple: true },
    seconds: { type: 'string', default: '20' },
    seed: { type: 'string' },
    input: { type: 'string' },
    report: { type: 'string' },
  },
});
const names = values.target ?? all;
const unknown = names.find((name) => !all.includes(name));
if (unknown !== undefined) {
  console.error(`There is no target ${unknown}; there are ${all.join(', ')}.`);
  process.exit(2);
}

const replay = async (file: string): Promise<void> => {
  for (const name of names) {
    const { target } = (await import(moduleOf(name))) as { target: Target };
    console.log(`${name}: ${await target.run(readFileSync(file))}`);
  }
};

const attack = async (): Promise<void> => {
  const seed = Number(values.seed ?? crypto.getRandomValues(new Uint32Array(1))[0]);
  console.log(`Seed ${seed}`);
  const waiting = [...names];
  let failed = 0;
  const lane = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const report = await fuzz({
        name,
        module: moduleOf(name),
        seed,
        seconds: Number(values.seconds),
        failuresDir: path.join(here, 'failures'),
      });
      if (report.failed) failed += 1;
      console.log(`${report.failed ? 'FAILED' : 'passed'} ${name}: ${report.text}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const passed = names.length - failed;
  if (values.report !== undefined) {
    const counts = { numPassedTests: passed, numFailedTests: failed };
    writeFileSync(values.report, JSON.stringify(counts));
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
};

await (values.input === undefined ? attack() : replay(values.input));
