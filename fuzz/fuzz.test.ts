import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { fuzz } from './fuzz.ts';
import { mutate } from './mutate.ts';
import { createRandom } from '../server/testing/random.ts';
import { maxInput } from './target.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'octavo-fuzz-test-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const attack = (name: string, seconds: number) =>
  fuzz({
    name,
    module: new URL(`testing/${name}.ts`, import.meta.url).href,
    seed: 1,
    seconds,
    failuresDir: dir,
    hangMs: 300,
  });
const saved = () => readdirSync(dir).map((name) => readFileSync(join(dir, name), 'utf8'));

describe('a fuzzed parser', () => {
  it('passes when it behaves, its inputs grown from those that took new ways', async () => {
    const report = await attack('behaves', 0.5);
    expect(report.failed).toBe(false);
    expect(report.text).toMatch(/\d+ inputs, 7 kept/);
    expect(saved()).toEqual([]);
  });

  it('fails when it throws, and the input is saved', async () => {
    const report = await attack('throws', 20);
    expect(report).toMatchObject({ failed: true });
    expect(report.text).toContain('nothing goes boom');
    expect(saved()).toEqual([expect.stringContaining('boom')]);
  });

  it('fails when it hangs, and the input is saved', async () => {
    const report = await attack('hangs', 20);
    expect(report.text).toContain('It hangs');
    expect(saved()).toEqual([expect.stringContaining('forever')]);
  });

  it('fails when it keeps memory', async () => {
    const report = await attack('leaks', 1);
    expect(report.text).toContain('Memory grew');
    expect(report.failed).toBe(true);
  });
});

describe('mutations', () => {
  const run = (seed: number) => {
    const random = createRandom(seed);
    const other = Buffer.from('something else');
    let bytes = Buffer.from('the input');
    return Array.from({ length: 200 }, () => {
      bytes = Buffer.from(mutate(bytes, { random, tokens: ['token'], other }));
      return bytes;
    });
  };

  it('are the same for the same seed and others for another', () => {
    expect(run(7)).toEqual(run(7));
    expect(run(7)).not.toEqual(run(8));
  });

  it('never outgrow what a target takes', () => {
    const random = createRandom(3);
    const full = Buffer.alloc(maxInput, 1);
    for (let index = 0; index < 50; index += 1) {
      const bytes = mutate(full, { random, tokens: ['token'], other: full });
      expect(bytes.length).toBeLessThanOrEqual(maxInput);
    }
  });
});
