import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Plugin } from 'vite';

const source = path.resolve(import.meta.dirname, '../node_modules/pdfjs-dist');
const { version } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8')) as {
  version: string;
};

/** Where the page looks for them; `pdf-js.ts` knows the same address. */
const address = `assets/pdf-${version}`;

/**
 * The worker of pdf.js and what it asks for when a document needs it: tables of characters, fonts, colours
 * and decoders, each with its licence. What runs scripts of documents is left out.
 */
const files = [
  'LICENSE',
  'legacy/build/pdf.worker.min.mjs',
  'cmaps/*',
  'iccs/*',
  'standard_fonts/*',
  'wasm/{LICENSE_,jbig2,openjpeg,qcms}*',
];

/** Puts the files of pdf.js beside the page. Their names stay: it puts the addresses together itself. */
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
