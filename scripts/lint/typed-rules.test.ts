import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { root, toolPath } from '../run.ts';

interface Config {
  rules: Record<string, unknown>;
  overrides: { rules: Record<string, unknown> }[];
}
const config = ts.readConfigFile(path.join(root, '.oxlintrc.jsonc'), (file) =>
  readFileSync(file, 'utf8'),
).config as Config;
const rulesOf = ({ rules }: Pick<Config, 'rules'>): string[] => Object.keys(rules);

/** For each rule, code that breaks it. */
const typescript: Record<string, string> = {
  'await-thenable': `export const f = async () => { await 1; };`,
  'no-array-delete': `export const f = (list: number[]) => { delete list[0]; };`,
  'no-base-to-string': `export const f = (value: { a: number }) => String(value);`,
  'no-confusing-void-expression': `export const f = () => { return console.log(1); };`,
  'no-deprecated': `/** @deprecated */ const old = 1;\nexport const f = old;`,
  'no-duplicate-type-constituents': `export type T = 'a' | 'a';`,
  'no-floating-promises': `export const f = () => { Promise.resolve(1); };`,
  'no-for-in-array': `export const f = (list: number[]) => { for (const i in list) console.log(i); };`,
  'no-generated-empty-object-type': `export type T = Omit<{ a: 1 }, 'a'>;`,
  'no-implied-eval': `setTimeout('alert(1)', 1);`,
  'no-meaningless-void-operator': `void (() => { /* nothing */ })();`,
  'no-misused-promises': `export const f = (done: Promise<boolean>) => { if (done) console.log(1); };`,
  'no-misused-spread': `export const f = (done: Promise<number>) => ({ ...done });`,
  'no-mixed-enums': `export enum E { a = 1, b = 'b' }`,
  'no-redundant-type-constituents': `export type T = unknown | string;`,
  'no-unnecessary-boolean-literal-compare': `export const f = (a: boolean) => a === true;`,
  'no-unnecessary-condition': `export const f = (a: { b: string }) => a?.b;`,
  'no-unnecessary-template-expression': 'export const f = (a: string) => `${a}`;',
  'no-unnecessary-type-arguments': `const g = <T = number>(a: T) => a;\nexport const f = g<number>(1);`,
  'no-unnecessary-type-assertion': `export const f = (a: string) => a as string;`,
  'no-unnecessary-type-conversion': `export const f = (a: string) => String(a);`,
  'no-unsafe-argument': `export const f = (a: any, g: (b: string) => void) => { g(a); };`,
  'no-unsafe-assignment': `export const f = (a: any) => { const b = a; return typeof b; };`,
  'no-unsafe-call': `export const f = (a: any) => { a(); };`,
  'no-unsafe-enum-comparison': `enum E { a, b }\nexport const f = (a: E) => a === 1;`,
  'no-unsafe-member-access': `export const f = (a: any) => { void a.b; };`,
  'no-unsafe-return': `export const f = (a: any) => a;`,
  'no-unsafe-unary-minus': `export const f = (a: string) => -a;`,
  'no-useless-default-assignment': `export const f = [1].map((a = 0) => a);`,
  'only-throw-error': `export const f = () => { throw 'text'; };`,
  'prefer-promise-reject-errors': `export const f = () => Promise.reject('text');`,
  'prefer-reduce-type-parameter': `export const f = ['a'].reduce((all, a) => ({ ...all, [a]: true }), {} as Record<string, boolean>);`,
  'prefer-return-this-type': `export class C { self(): C { return this; } }`,
  'related-getter-setter-pairs': `export class C { get a(): string { return ''; } set a(value: number) { void value; } }`,
  'restrict-plus-operands': `export const f = (a: number, b: string) => a + b;`,
  'restrict-template-expressions': 'export const f = (a: { b: string }) => `x ${a}`;',
  'return-await': `export const f = async (a: Promise<number>) => { try { return a; } catch { return 1; } };`,
  'use-unknown-in-catch-callback-variable': `export const f = async (a: Promise<number>) => a.catch((error) => { throw error; });`,
};
const react: Record<string, string> = {
  'rules-of-hooks': `export const C = ({ a }: P) => { if (a) useState(1); return null; };`,
  'exhaustive-deps': `export const C = ({ a }: P) => { useEffect(() => { console.log(a); }, []); return null; };`,
  'static-components': `export const C = ({ a }: P) => { const D = () => <i>{String(a)}</i>; return <D />; };`,
  'use-memo': `export const C = ({ a }: P) => { const b = useMemo(async () => a, [a]); return <i>{String(b)}</i>; };`,
  'preserve-manual-memoization': `export const C = ({ f }: { f: { b?: { c: number } } }) => { const b = useMemo(() => [f.b!.c], [f.b?.c]); return <i>{b}</i>; };`,
  'incompatible-library': `import { useVirtualizer } from '@tanstack/react-virtual';\nexport const C = () => { const v = useVirtualizer({ count: 1, getScrollElement: () => null, estimateSize: () => 1 }); return <i>{v.getTotalSize()}</i>; };`,
  immutability: `export const C = (p: P) => { p.a = true; return <i>{String(p.a)}</i>; };`,
  globals: `let all = 0;\nexport const C = () => { all = 1; return <i>{all}</i>; };`,
  refs: `export const C = () => { const r = useRef(0); return <i>{r.current}</i>; };`,
  'set-state-in-effect': `export const C = ({ a }: P) => { const [b, set] = useState(a); useEffect(() => { set(a); }, [a]); return <i>{String(b)}</i>; };`,
  'error-boundaries': `export const C = ({ a }: P) => { try { return <i>{String(a)}</i>; } catch { return null; } };`,
  purity: `export const C = () => <i>{Math.random()}</i>;`,
  'set-state-in-render': `export const C = () => { const [b, set] = useState(1); set(2); return <i>{b}</i>; };`,
  'unsupported-syntax': `export const C = ({ a }: P) => { eval('1'); return <i>{String(a)}</i>; };`,
};
const hooks = `import { useEffect, useMemo, useRef, useState } from 'react';
export const used = [useEffect, useMemo, useRef, useState];
interface P { a: boolean }
`;

let folder: string;
/** Findings: severity, file and rule. */
let fired: string[];

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'octavo-rules-'));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  cpSync(path.join(root, '.oxlintrc.jsonc'), path.join(folder, '.oxlintrc.jsonc'));
  const compilerOptions = {
    ...{ strict: true, noUncheckedIndexedAccess: true, target: 'ES2024', module: 'NodeNext' },
    ...{ lib: ['ES2024', 'DOM'], jsx: 'react-jsx', types: [], noEmit: true },
  };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  mkdirSync(path.join(folder, 'renderer'));
  for (const [rule, code] of Object.entries(typescript))
    writeFileSync(path.join(folder, `${rule}.ts`), `${code}\n`);
  for (const [rule, code] of Object.entries(react))
    writeFileSync(path.join(folder, 'renderer', `${rule}.tsx`), `${hooks}${code}\n`);
  const output = await new Promise<string>((resolve) => {
    const args = [toolPath('oxlint'), '--format=json'];
    execFile(process.execPath, args, { cwd: folder }, (_error, stdout) => resolve(stdout));
  });
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: { code: string; filename: string; severity: string }[];
  };
  fired = diagnostics.map(
    ({ code, filename, severity }) => `${severity} ${path.basename(filename)} ${code}`,
  );
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every rule has a sample', () => {
  expect(Object.keys(typescript).map((rule) => `typescript/${rule}`)).toEqual(rulesOf(config));
  expect(Object.keys(react).map((rule) => `react/${rule}`)).toEqual(
    config.overrides.flatMap(rulesOf),
  );
});

test.each(Object.keys(typescript))('%s fires', (rule) => {
  expect(fired).toContain(`error ${rule}.ts typescript(${rule})`);
});

test.each(Object.keys(react))('%s fires', (rule) => {
  expect(fired).toContainEqual(
    expect.stringMatching(new RegExp(`^error ${rule}.tsx react(-hooks)?\\(${rule}\\)$`)),
  );
});
