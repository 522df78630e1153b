import { connect as connectSocket } from 'node:net';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { listReadLists } from '../../../shared/api/read-lists.ts';
import { noRestrictions } from '../../../shared/api/restrictions.ts';
import { connect } from '../../database/database.ts';
import { seedBook, seedLibrary, seedSeries } from '../../testing/seed.ts';
import { basic, createSendJson, password } from '../../testing/send-json.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let octavo: TestServer;
const send = createSendJson(() => octavo);
beforeAll(async () => {
  octavo = await startTestServer();
  const database = connect(join(octavo.dataDir, 'octavo.db'));
  const comics = seedLibrary(database);
  seedBook(database, seedSeries(database, comics, { name: 'Bone', age_rating: 6 }), { number: 1 });
  const preacher = seedSeries(database, comics, { name: 'Preacher', age_rating: 18 });
  seedBook(database, preacher, { number: 1 });
  database.close();
  await send('POST', '/users', {
    ...{ username: 'kim', password, role: 'maintainer' },
    restrictions: { ...noRestrictions, max_age: 12 },
  });
});
afterAll(() => octavo.stop());

const entry = (series: string) => `<Book Series="${series}" Number="1"/>`;
/** The server lets other requests in between its entries, and notices there that the client is gone. */
const list = (name: string, series: string) =>
  `<ReadingList><Name>${name}</Name><Books>${entry('Nothing').repeat(2000)}${entry(series)}</Books></ReadingList>`;
/** Sends the list and disconnects at once. */
const importAndLeave = (xml: string) =>
  new Promise<void>((resolve, reject) => {
    const { hostname, port, host } = new URL(octavo.url);
    const socket = connectSocket(Number(port), hostname, () => {
      const head = [
        'POST /api/v1/read-lists/import HTTP/1.1',
        `Host: ${host}`,
        `Authorization: ${basic('kim').authorization}`,
        'Content-Type: application/xml',
        `Content-Length: ${Buffer.byteLength(xml)}`,
      ];
      socket.write(`${head.join('\r\n')}\r\n\r\n${xml}`, () => socket.destroy());
    });
    socket.on('error', reject).on('close', () => resolve());
  });

it('a restricted person who disconnects still finds nothing that is hidden', async () => {
  // Loads what the first request needs.
  await send('GET', '/series', undefined, basic('kim'));
  await importAndLeave(list('Hidden', 'Preacher'));
  await importAndLeave(list('Shown', 'Bone'));
  await vi.waitFor(async () => {
    const { data } = await octavo.api.call(listReadLists);
    expect(data.map(({ name }) => name)).toContain('Shown');
  });
  const { data } = await octavo.api.call(listReadLists);
  expect(data.map(({ name }) => name)).toEqual(['Shown']);
});
