import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, test } from 'vitest';

import { root } from '../run.ts';
import { sharedNames } from './exported-names.ts';

/** Production files of a room; helpers of tests may repeat names. */
const filesOf = (room: string) =>
  globSync(`${room}/**/*.ts`, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.ts$|\/(testing|conformance)\//.test(file))
    .map((file) => ({ path: file, text: readFileSync(path.join(root, file), 'utf8') }));

describe('an exported name is unique within its room, so that search and auto-import find one thing', () => {
  test.each(['shared', 'server', 'main'])('%s', (room) => {
    const files = filesOf(room);
    expect(files.length).toBeGreaterThan(30);
    expect(sharedNames(files)).toEqual([]);
  });
});

describe('the rule finds a name that two files export', () => {
  const other = { path: 'server/b.ts', text: 'export const createThrottle = 1;' };

  test.each([
    'export const createThrottle = () => 1;',
    'export function createThrottle() {}',
    'export interface createThrottle { a: 1 }',
    'export type createThrottle = 1;',
    'export class createThrottle {}',
    'const limiter = 1; export { limiter as createThrottle };',
    'export const { createThrottle } = { createThrottle: 1 };',
    'export const [createThrottle] = [1];',
  ])('%s', (text) => {
    expect(sharedNames([{ path: 'server/a.ts', text }, other])).toEqual([
      'createThrottle: server/a.ts, server/b.ts',
    ]);
  });

  test.each([
    'const createThrottle = 1;',
    `export { createThrottle } from './b.ts';`,
    `export * from './b.ts';`,
    `import { createThrottle } from './b.ts';`,
  ])('but not %s', (text) => {
    expect(sharedNames([{ path: 'server/a.ts', text }, other])).toEqual([]);
  });

  test('a value and a type of one file are one name', () => {
    const text = 'export const Found = 1; export type Found = typeof Found;';
    expect(sharedNames([{ path: 'server/a.ts', text }])).toEqual([]);
  });
});
