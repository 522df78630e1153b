import { expect, test, vi } from 'vitest';

import { startTestServer } from '../testing/server.ts';

vi.mock('../database/lazy-statement.ts', () => ({ enableLazyPrepare: () => undefined }));

test('no statement that a server knows has a mistake: all can be prepared at once', async () => {
  const octavo = await startTestServer();
  expect((await octavo.request('/health')).status).toBe(200);
  // The APIs of third-party readers are created on the first request.
  for (const path of [
    '/komga/api/v1/users/me',
    '/opds',
    '/koreader/users/auth',
    '/kobo/a/v1/initialization',
  ]) {
    expect((await fetch(octavo.url + path)).status, path).toBe(401);
  }
  await octavo.stop();
});
