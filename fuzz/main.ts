/**
 * `npm run fuzz`: fuzzes all parsers of untrusted files, and the disk under the server.
 *
 * `npm run fuzz -- --target zip --seconds 300 --seed 7`: a single target, longer, reproducibly.
 *
 * `npm run fuzz -- --target zip --input fuzz/failures/zip-…`: a single input.
 *
 * `--report <file>` writes the failures in the format of vitest's JSON report.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { attackDisk } from './disk.ts';
import { fuzz, targetsAtOnce } from './fuzz.ts';
import type { Target } from './target.ts';

const here = import.meta.dirname;
const parsers = globSync('*.ts', { cwd: path.join(here, 'targets') })
  .map((file) => path.basename(file, '.ts'))
  .sort();
/** The target that tests disk faults instead of a parser. */
const disk = 'disk';
const all = [disk, ...parsers];
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
  for (const name of names.filter((target) => target !== disk)) {
    const { target } = (await import(moduleOf(name))) as { target: Target };
    console.log(`${name}: ${await target.run(readFileSync(file))}`);
  }
};

const attack = async (): Promise<void> => {
  const seed = Number(values.seed ?? crypto.getRandomValues(new Uint32Array(1))[0]);
  console.log(`Seed ${seed}`);
  const waiting = [...names];
  const outcomes: { name: string; status: string; message: string }[] = [];
  const lane = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const seconds = Number(values.seconds);
      const failuresDir = path.join(here, 'failures');
      const report =
        name === disk
          ? await attackDisk(seed, seconds)
          : await fuzz({ name, module: moduleOf(name), seed, seconds, failuresDir });
      outcomes.push({
        name: path.join(here, 'targets', name),
        status: report.failed ? 'failed' : 'passed',
        message: report.text,
      });
      console.log(`${report.failed ? 'FAILED' : 'passed'} ${name}: ${report.text}`);
    }
  };
  await Promise.all(Array.from({ length: targetsAtOnce }, lane));
  const failed = outcomes.filter(({ status }) => status === 'failed').length;
  const passed = names.length - failed;
  if (values.report !== undefined) {
    const report = { numPassedTests: passed, numFailedTests: failed, testResults: outcomes };
    writeFileSync(values.report, JSON.stringify(report));
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
};

await (values.input === undefined ? attack() : replay(values.input));
