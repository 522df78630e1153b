import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startTestServer, type TestServer } from '../../testing/server.ts';

describe('the interactive documentation', () => {
  let octavo: TestServer;
  beforeAll(async () => {
    octavo = await startTestServer({
      config: ({ api }) => {
        api.enable_api_docs = true;
        api.api_docs_path = '/reference/api-docs';
      },
    });
  });
  afterAll(() => octavo.stop());
  const get = (path: string) => fetch(`${octavo.url}/reference/api-docs${path}`);

  it('is a page whose every resource comes from the server itself', async () => {
    const response = await get('');
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    const html = await response.text();
    const resources = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, path = '']) => path);
    expect(resources).toHaveLength(4);
    for (const path of resources) {
      expect(path).toMatch(/^\/reference\/api-docs\//);
      expect((await fetch(octavo.url + path)).status).toBe(200);
    }
    expect(html).not.toMatch(/<script[^>]*>[^<]/);
  });

  it('keeps to a policy without inline scripts and other addresses', async () => {
    const policy = (await get('')).headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'self';/);
    expect(policy).toMatch(/connect-src 'self';/);
    expect(policy).not.toMatch(/https?:|unsafe-eval|\*/);
  });

  it('shows the document of this server, with its ways to sign in', async () => {
    const document = (await (await get('/openapi.json')).json()) as {
      openapi: string;
      servers: unknown;
      tags: unknown[];
      components: { securitySchemes: object };
    };
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api/v1' }] });
    expect(document.tags.length).toBeGreaterThan(5);
    expect(Object.keys(document.components.securitySchemes)).toEqual(['bearer', 'basic', 'apiKey']);
  });

  it('serves nothing else of the package', async () => {
    expect((await get('/package.json')).status).toBe(404);
    expect((await get('/..%2fpackage.json')).status).toBe(404);
  });
});

it('is off unless somebody turns it on', async () => {
  const octavo = await startTestServer();
  for (const path of ['/docs', '/docs/openapi.json', '/docs/swagger-ui-bundle.js']) {
    expect((await fetch(octavo.url + path)).status).toBe(404);
  }
  await octavo.stop();
});
