/**
 * Bundles what the shell's pages load: the preload script, which in a sandbox must be a single
 * CommonJS file, and the page on which a person chooses a library.
 */
import { cpSync } from 'node:fs';

import { build } from 'esbuild';

await build({
  entryPoints: ['main/ipc/preload.ts'],
  outfile: 'dist/main/preload.cjs',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node24',
  external: ['electron'],
});

const page = 'main/connection/page';
await build({
  entryPoints: [`${page}/page.ts`],
  outfile: 'dist/main/chooser/page.js',
  bundle: true,
  minify: true,
  format: 'iife',
  // The Chromium of Electron.
  target: 'es2024',
});
for (const name of ['index.html', 'page.css'])
  cpSync(`${page}/${name}`, `dist/main/chooser/${name}`);
