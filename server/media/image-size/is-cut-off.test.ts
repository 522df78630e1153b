import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { expect, test } from 'vitest';

import { isCutOff } from './is-cut-off.ts';

const images = join(import.meta.dirname, '../../../../shared/fixtures/images');
const whole = globSync(join(images, '*.{jpg,jpeg,png,gif,webp,avif}'));
const marked = globSync(join(images, '*.{jpg,jpeg,png,webp}'));

test.each(whole.map((path) => [basename(path), path]))('%s is whole', (_, path) => {
  const bytes = readFileSync(path);
  expect(isCutOff(bytes)).toBe(false);
  expect(isCutOff(Buffer.concat([bytes, Buffer.from('a few bytes behind')]))).toBe(false);
});

test.each(marked.map((path) => [basename(path), path]))('%s can be cut off', (_, path) => {
  const bytes = readFileSync(path);
  for (const share of [0.3, 0.6, 0.9])
    expect(isCutOff(bytes.subarray(0, Math.floor(bytes.length * share)))).toBe(true);
});
