import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import express, { type Router } from 'express';

import { openApiDocument } from './openapi.ts';

const assets = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] as const;

/**
 * Interactive documentation below `path` (such as `/docs`): Swagger UI from our own files. Complies
 * with the server's CSP: no external URL, no inline script.
 */
export const apiDocs = (path: string, version: string): Router => {
  const router = express.Router();
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const document = openApiDocument(version);

  router.get(path, (request, response) => {
    response.setHeader('Cache-Control', 'no-cache');
    response.type('html').send(page(request.baseUrl + path));
  });
  router.get(`${path}/openapi.json`, (request, response) => {
    response.setHeader('Cache-Control', 'no-cache');
    response.json({ ...document, servers: [{ url: `${request.baseUrl}/api/v1` }] });
  });
  router.get(`${path}/initializer.js`, (request, response) => {
    response.setHeader('Cache-Control', 'no-cache');
    response.type('js').send(initializer(request.baseUrl + path));
  });
  for (const name of assets) {
    router.get(`${path}/${name}`, (_request, response) => {
      response.sendFile(join(folder, name), { maxAge: '1d', dotfiles: 'allow' });
    });
  }
  return router;
};

const page = (path: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Octavo API</title>
    <link rel="icon" type="image/png" href="${path}/favicon-32x32.png">
    <link rel="stylesheet" href="${path}/swagger-ui.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="${path}/swagger-ui-bundle.js"></script>
    <script src="${path}/initializer.js"></script>
  </body>
</html>
`;

/** Without swagger.io's validator badge, which would request an external URL. */
const initializer = (path: string) => `SwaggerUIBundle({
  url: ${JSON.stringify(`${path}/openapi.json`)},
  dom_id: '#swagger-ui',
  presets: [SwaggerUIBundle.presets.apis],
  layout: 'BaseLayout',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;
