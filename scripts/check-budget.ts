/**
 * Fails if the page's initial JavaScript, which Home waits for, exceeds its budget. It consists of
 * the references in the built `index.html`, which are the entry and its static imports, and the
 * texts of one language; the rest is loaded later. Also fails if a page on which nothing is entered
 * loads the schemas that check input, which take it 100 kB and a frame.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { root } from './run.ts';

/** Bytes, gzipped. */
const budget = 180_000;

const output = path.join(root, 'dist/renderer');
const page = readFileSync(path.join(output, 'index.html'), 'utf8');
const files = [...page.matchAll(/(?:src|href)="(\.\/[^"]+\.js)"/g)].flatMap(
  ([, file]) => file ?? [],
);
const languages = readdirSync(path.join(output, 'assets')).filter((file) =>
  /^first-.*\.js$/.test(file),
);
if (files.length === 0 || languages.length === 0)
  throw new Error('The built page lacks its scripts or texts');

const measure = (file: string) => ({
  file,
  bytes: gzipSync(readFileSync(path.join(output, file))).length,
});
const largest = (list: readonly string[]) => list.map(measure).sort((a, b) => b.bytes - a.bytes);
// A page loads one language: count the largest.
const sizes = [
  ...largest(files),
  ...largest(languages.map((file) => `/assets/${file}`)).slice(0, 1),
];
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);

console.log(`First JavaScript: ${total} of ${budget} bytes (gzip) in ${sizes.length} files`);
if (total > budget) {
  for (const { file, bytes } of sizes.slice(0, 15)) console.log(`${bytes}`.padStart(9), file);
  console.log('Load what Home does not show at once with lazyPart or OnDemand.');
  process.exitCode = 1;
}

const withoutSchemas = ['/health', '/library/*', '/library/*/organise', '/search', '/series/*'];
const { pages } = JSON.parse(readFileSync(path.join(output, 'preloads.json'), 'utf8')) as {
  pages: { book: Record<string, string[]> };
};
for (const shown of withoutSchemas) {
  if (pages.book[shown]?.some((file) => file.startsWith('assets/schemas-')) !== false) {
    console.log(`${shown} loads the schemas: import their types only, or load them with a dialog.`);
    process.exitCode = 1;
  }
}
