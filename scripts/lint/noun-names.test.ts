import path from 'node:path';

import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, test } from 'vitest';

import { root } from '../run.ts';

// Every file type of the project, but without type information, which the rule does not need.
const eslint = new ESLint({
  cwd: root,
  overrideConfig: [
    tseslint.configs.disableTypeChecked,
    { files: ['{renderer,shared}/**'], rules: { 'floor/member-above-floor': 'off' } },
  ],
});

/** Names that the rule reports. */
const reported = async (filePath: string, code: string): Promise<string[]> => {
  const results = await eslint.lintText(code, { filePath: path.join(root, filePath) });
  return results
    .flatMap(({ messages }) => messages)
    .filter(({ ruleId, fatal }) => fatal === true || ruleId === 'house/noun-names')
    .map(({ message }) => /^`(\w+)`/.exec(message)?.[1] ?? message);
};

test.each([
  ['server/lib/x.ts', `export const f = (of: number) => of;`, ['of']],
  ['server/lib/x.test.ts', `const by = 1; export const f = by;`, ['by']],
  ['main/x.ts', `export function f(as: number) { return as; }`, ['as']],
  ['renderer/src/ui/x.tsx', `export const F = ({ at }: { at: string }) => <p>{at}</p>;`, ['at']],
  ['shared/x.ts', `export const f = ([from, to]: number[]) => [from, to];`, ['to']],
  ['scripts/x.ts', `for (const one of [1]) process.exit(one);`, ['one']],
  ['e2e/x.ts', `export type Drag = (to: number) => void;`, ['to']],
  ['bench/x.ts', `export const f = ({ a: { b: [to = 1] } }: any) => to;`, ['to']],
  ['fuzz/x.ts', `export function at() {}`, ['at']],
])('%s with %s', async (file, code, names) => {
  expect(await reported(file, `${code}\n`)).toEqual(names);
});

test.each([
  `export const f = ({ to: target }: { to: number }) => ({ to: target });`,
  `export interface Move { from: string; to: string; at(index: number): string }`,
  `export const f = (list: number[]) => list.at(0);`,
  `export const f = (other: number, total: number) => other + total;`,
])('but not %s', async (code) => {
  expect(await reported('server/lib/x.ts', `${code}\n`)).toEqual([]);
});
