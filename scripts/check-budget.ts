/**
 * Fails if the page's initial JavaScript, which Home waits for, exceeds its budget. It consists of
 * the references in the built `index.html`: the entry and its static imports; the rest is loaded
 * later.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { root } from './run.ts';

/** Bytes, gzipped. */
const budget = 250_000;

const output = path.join(root, 'dist/renderer');
const page = readFileSync(path.join(output, 'index.html'), 'utf8');
const files = [...page.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].flatMap(([, file]) => file ?? []);
if (files.length === 0) throw new Error('The built page names no script');

const sizes = files
  .map((file) => ({ file, bytes: gzipSync(readFileSync(path.join(output, file))).length }))
  .sort((a, b) => b.bytes - a.bytes);
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);

console.log(`First JavaScript: ${total} of ${budget} bytes (gzip) in ${files.length} files`);
if (total > budget) {
  for (const { file, bytes } of sizes.slice(0, 15)) console.log(`${bytes}`.padStart(9), file);
  console.log('Load what Home does not show at once with lazy() or OnDemand.');
  process.exitCode = 1;
}
