import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import express, { type Router } from 'express';

import { preloadLinks } from './page-preloads.ts';

/** The worker that decodes some PDF images uses WebAssembly; nothing else needs it. */
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/**
 * Serves the built web app; every path without a file extension returns its page. Paths of an API
 * are excluded, whatever the prefix, because a reader app with a wrong URL would mistake the page
 * for a response.
 */
export const webApp = (root: string): Router => {
  const router = express.Router();
  const index = join(root, 'index.html');
  router.use(
    '/assets',
    express.static(join(root, 'assets'), {
      immutable: true,
      maxAge: '1y',
      index: false,
      fallthrough: true,
      setHeaders: (response, file) => {
        if (file.endsWith('pdf.worker.min.mjs')) {
          response.setHeader('Content-Security-Policy', workerPolicy);
        }
      },
    }),
  );
  router.use(express.static(root, { index: false, redirect: false, cacheControl: false }));
  router.get('/{*path}', async (request, response, next) => {
    const isPage =
      !/\.[a-z0-9]+$/i.test(request.path) && !/^\/assets(?:\/|$)|\/api(?:\/|$)/.test(request.path);
    if (!isPage) {
      next();
      return;
    }
    const text = await readFile(index, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    });
    // Without a built web app, the path is unknown like any other.
    if (text === null) {
      next();
      return;
    }
    const languages = request.acceptsLanguages();
    const links = await preloadLinks(root, request.path, languages[0] ?? 'en');
    const page = pageAt(text.replace('</head>', `${links}</head>`), request.baseUrl);
    const version = createHash('sha256').update(page).digest('base64url').slice(0, 16);
    response.set({ 'Cache-Control': 'no-cache', Vary: 'Accept-Language', ETag: `"${version}"` });
    response.type('html').send(page);
  });
  return router;
};

/**
 * The page below a base path. The build writes relative addresses, which would depend on the path
 * of the page, and an empty attribute from which the page learns its base path.
 */
const pageAt = (text: string, basePath: string): string =>
  text
    .replace(/(?<=\s(?:href|src)=")\.\//g, `${basePath}/`)
    .replace(' data-base-path=""', ` data-base-path="${basePath}"`);
