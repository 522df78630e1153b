import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { transformSync } from 'esbuild';
import type { Plugin } from 'vite';

/**
 * Takes comments and white space out of the scripts in `public`, which Vite copies as they are. Nothing else, because
 * one of them has to run in any browser.
 */
export const headScripts = (): Plugin => {
  let output = '';
  return {
    name: 'head scripts',
    apply: 'build',
    configResolved: ({ build }) => {
      output = build.outDir;
    },
    closeBundle: () => {
      const folder = path.resolve(import.meta.dirname, output);
      for (const name of globSync('*.js', { cwd: path.join(import.meta.dirname, 'public') })) {
        const file = path.join(folder, name);
        const { code } = transformSync(readFileSync(file, 'utf8'), { minifyWhitespace: true });
        writeFileSync(file, code);
      }
    },
  };
};
