import { afterAll, beforeAll, expect, test } from 'vitest';

import { startScannedLibrary } from '../../testing/scanned-library.ts';
import { basic, createSendJson, password } from '../../testing/send-json.ts';

let scanned: Awaited<ReturnType<typeof startScannedLibrary>>;
beforeAll(async () => {
  scanned = await startScannedLibrary();
});
afterAll(() => scanned.stop());

const send = createSendJson(() => scanned.octavo);

test('each person follows series of their own', async () => {
  scanned.add('A/A 1.cbz', 'B/B 1.cbz');
  await scanned.scan();
  const [a = '', b = ''] = (await scanned.series()).map(({ id }) => id);
  await send('POST', '/users', { username: 'lucy', password });
  const lucy = basic('lucy');
  const ids = async (headers?: Record<string, string>) =>
    (await send<{ ids: string[] }>('GET', '/followed-series/ids', undefined, headers)).body.ids;

  for (const id of [b, a, b]) {
    expect((await send('PUT', `/series/${id}/follow`, undefined, lucy)).status).toBe(204);
  }
  expect(new Set(await ids(lucy))).toEqual(new Set([a, b]));
  expect(await ids()).toEqual([]);
  expect((await send('DELETE', `/series/${b}/follow`, undefined, lucy)).status).toBe(204);
  expect((await send('DELETE', `/series/${b}/follow`, undefined, lucy)).status).toBe(204);
  expect(await ids(lucy)).toEqual([a]);
  const unknown = `/series/${scanned.library.id}/follow`;
  for (const method of ['PUT', 'DELETE']) {
    expect((await send(method, unknown, undefined, lucy)).status).toBe(404);
  }
});
