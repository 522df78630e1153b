/** Bundles the service worker and injects the list of this version's files. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { build } from 'esbuild';

import { root } from './run.ts';

const output = path.join(root, 'dist/renderer');
// Without the files of pdf.js, which are kept with the first PDF.
const files = globSync(['assets/*.*', 'icons/*', '*.{js,svg,webmanifest}'], { cwd: output })
  .filter((file) => file !== 'service-worker.js' && !/^assets.pdf-[\d.]+$/.test(file))
  .map((file) => file.replaceAll('\\', '/'))
  .sort();
const version = createHash('sha256');
for (const file of ['index.html', ...files]) {
  version.update(file).update(readFileSync(path.join(output, file)));
}

await build({
  entryPoints: [path.join(root, 'renderer/worker/service-worker.ts')],
  outfile: path.join(output, 'service-worker.js'),
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  define: {
    APP_VERSION: JSON.stringify(version.digest('hex').slice(0, 12)),
    APP_FILES: JSON.stringify(['', ...files]),
  },
});
