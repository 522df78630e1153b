import path from 'node:path';

import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, test } from 'vitest';

import { root } from '../run.ts';

// Without type information, which these rules do not need.
const eslint = new ESLint({
  cwd: root,
  overrideConfig: [
    tseslint.configs.disableTypeChecked,
    { files: ['renderer/**/*.tsx'], rules: { 'floor/member-above-floor': 'off' } },
  ],
});

/** Whether a font size in `code` is refused. */
const isRefused = async (filePath: string, code: string): Promise<boolean> => {
  const [result] = await eslint.lintText(code, { filePath: path.join(root, filePath) });
  const messages = result?.messages ?? [];
  expect(messages.filter(({ fatal }) => fatal === true)).toEqual([]);
  return messages.some(({ message }) => message.includes('font size set in the browser'));
};

const sheet = 'renderer/src/ui/x.module.css';

test.each([
  'font-size: 13px',
  'font-size: 13px !important',
  'font-size: 10pt',
  'font-size: clamp(1rem, 3vw, 36px)',
  'font-size: calc(1rem + .5px)',
  'font: 600 13px/1.4 sans-serif',
  '--o-size-13: 13px',
])('a style sheet with %s', async (declaration) => {
  expect(await isRefused(sheet, `.a { ${declaration}; }`)).toBe(true);
});

test.each([
  'font-size: var(--o-size-13)',
  'font-size: 0.8125rem',
  'font-size: 1.2em',
  'font-size: clamp(1.5rem, 3vw, 2.25rem)',
  'font: inherit',
  'font: var(--o-size-13) sans-serif',
  'height: 13px',
  '--o-size-13: 0.8125rem',
])('but not %s', async (declaration) => {
  expect(await isRefused(sheet, `.a { ${declaration}; }`)).toBe(false);
});

test('a limit that concerns no text is marked as such', async () => {
  const reason = '/* eslint-disable-next-line house/font-size-in-rem -- a picture */';
  expect(await isRefused(sheet, `.a {\n  ${reason}\n  font-size: 9px;\n}`)).toBe(false);
});

const folders = ['app', 'ui', 'features/home', 'readers/comic', 'offline'];

test.each(folders)('styles in a script of %s', async (folder) => {
  const refused = (code: string) => isRefused(`renderer/src/${folder}/x.tsx`, `${code}\n`);
  expect(await refused(`export const a = <p style={{ fontSize: '13px' }} />;`)).toBe(true);
  expect(await refused(`export const a = <p style={{ fontSize: 13 }} />;`)).toBe(true);
  expect(await refused(`export const a = <text fontSize={12} />;`)).toBe(true);
  expect(await refused(`export const a = <Text fz={12} />;`)).toBe(true);
  expect(await refused(`export const theme = { fontSizes: { xs: '12px' } };`)).toBe(true);
  expect(await refused(`export const a = <p style={{ fontSize: '0.75rem' }} />;`)).toBe(false);
  expect(await refused(`export const a = <p style={{ height: '13px' }} />;`)).toBe(false);
});
