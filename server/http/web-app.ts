import { existsSync } from 'node:fs';
import { join } from 'node:path';

import express, { type Router } from 'express';

/**
 * Serves the built web app; every path without a file name is a page of it. An address of an API is none,
 * whatever its prefix: a reader app that was given a wrong one would take the page for an answer.
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
    }),
  );
  router.use(express.static(root, { index: false, redirect: false, cacheControl: false }));
  router.get('/{*path}', (request, response, next) => {
    const isPage =
      !/\.[a-z0-9]+$/i.test(request.path) && !/^\/assets(?:\/|$)|\/api(?:\/|$)/.test(request.path);
    if (!isPage || !existsSync(index)) {
      next();
      return;
    }
    response.setHeader('Cache-Control', 'no-cache');
    response.sendFile(index);
  });
  return router;
};
