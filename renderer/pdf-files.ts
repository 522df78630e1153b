import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Plugin } from 'vite';

const source = path.resolve(import.meta.dirname, '../node_modules/pdfjs-dist');
const { version } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8')) as {
  version: string;
};

/** Their URL, the same as in `pdf-js.ts`. */
const address = `assets/pdf-${version}`;

/**
 * The worker of pdf.js and the files that it loads on demand: character maps, fonts, colour
 * profiles and decoders, each with its licence. The engine for scripts in documents is left out.
 */
const files = [
  'LICENSE',
  'legacy/build/pdf.worker.min.mjs',
  'cmaps/*',
  'iccs/*',
  'standard_fonts/*',
  'wasm/{LICENSE_,jbig2,openjpeg,qcms}*',
];

/**
 * Copies the files of pdf.js beside the page. They keep their names, because pdf.js builds the URLs
 * itself.
 */
export const pdfFiles = (): Plugin => ({
  name: 'pdf-files',
  generateBundle() {
    for (const file of globSync(files, { cwd: source })) {
      this.emitFile({
        type: 'asset',
        fileName: `${address}/${file.replaceAll('\\', '/')}`,
        source: readFileSync(path.join(source, file)),
      });
    }
    // The downloads keep them with the first PDF.
    this.emitFile({
      type: 'asset',
      fileName: `${address}/files.json`,
      source: JSON.stringify(
        globSync(files, { cwd: source })
          .filter((file) => !file.includes('LICENSE'))
          .map((file) => file.replaceAll('\\', '/')),
      ),
    });
  },
  configureServer({ middlewares }) {
    const known = new Set(globSync(files, { cwd: source }));
    middlewares.use(`/${address}`, (request, response, next) => {
      const file = path.normalize((request.url ?? '').replace(/^\/|\?.*$/g, ''));
      if (!known.has(file)) {
        next();
        return;
      }
      response.setHeader(
        'Content-Type',
        file.endsWith('js') ? 'text/javascript' : 'application/octet-stream',
      );
      response.end(readFileSync(path.join(source, file)));
    });
  },
});
