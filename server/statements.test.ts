import { expect, test, vi } from 'vitest';

import { startTestServer } from './testing/server.ts';

vi.mock('./database/later-statement.ts', () => ({ prepareWhenUsed: () => undefined }));

test('no statement that a server knows has a mistake: all can be prepared at once', async () => {
  const octavo = await startTestServer();
  expect((await octavo.request('/health')).status).toBe(200);
  await octavo.stop();
});
