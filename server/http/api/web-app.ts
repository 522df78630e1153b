import { join } from 'node:path';

import express, { type Router } from 'express';

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
  router.get('/{*path}', (request, response, next) => {
    const isPage =
      !/\.[a-z0-9]+$/i.test(request.path) && !/^\/assets(?:\/|$)|\/api(?:\/|$)/.test(request.path);
    if (!isPage) {
      next();
      return;
    }
    response.sendFile(
      index,
      { headers: { 'Cache-Control': 'no-cache' } },
      (error?: NodeJS.ErrnoException) => {
        // Without a built web app, the path is unknown like any other.
        if (error && !response.headersSent) next(error.code === 'ENOENT' ? undefined : error);
      },
    );
  });
  return router;
};
