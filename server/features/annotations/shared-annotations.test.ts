import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
  listSharedAnnotations,
  updateAnnotation,
} from '../../../shared/api/annotations.ts';
import { filterBooks } from '../../../shared/api/books.ts';
import { noRestrictions } from '../../../shared/api/restrictions.ts';
import { createClient, type Client } from '../../../shared/client.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import { startScannedLibrary } from '../../testing/scanned-library.ts';
import { basic, createSendJson, password } from '../../testing/send-json.ts';

let scanned: Awaited<ReturnType<typeof startScannedLibrary>>;
let lucy: Client;
let max: Client;
/** Sees nothing with an age rating above 6, nor unrated series. */
let kid: Client;
let book: { id: string };

beforeAll(async () => {
  scanned = await startScannedLibrary();
  scanned.add('A/A 1.cbz');
  await scanned.scan();
  const { data } = await scanned.octavo.api.call(filterBooks, { body: {} });
  book = { id: data[0]?.id ?? '' };
  const send = createSendJson(() => scanned.octavo);
  const clientOf = async (username: string, more: object = {}): Promise<Client> => {
    const { status } = await send('POST', '/users', { username, password, ...more });
    expect(status).toBe(201);
    const headers = () => basic(username);
    return createClient({ baseUrl: scanned.octavo.url, fetch: checkedFetch, headers });
  };
  lucy = await clientOf('lucy');
  max = await clientOf('max');
  kid = await clientOf('kid', {
    restrictions: { ...noRestrictions, max_age: 6, shows_unrated: false },
  });
});
afterAll(() => scanned.stop());

const add = (client: Client, body: object) =>
  client.call(createAnnotation, { params: book, body: { kind: 'note', page: 1, ...body } });
const shared = async (client: Client) =>
  (await client.call(listSharedAnnotations, { params: book })).data.map(
    ({ username, note }) => `${username}: ${note}`,
  );

test('a note is private until its author shows it, and others cannot change it', async () => {
  const note = await add(lucy, { note: 'Look at the hands' });
  expect(note.is_shared).toBe(false);
  expect(await shared(max)).toEqual([]);

  const params = { id: note.id };
  await lucy.call(updateAnnotation, { params, body: { is_shared: true } });
  await add(lucy, { kind: 'highlight', note: 'And here', page: 2, is_shared: true });
  expect(await shared(max)).toEqual(['lucy: Look at the hands', 'lucy: And here']);
  expect(await shared(lucy)).toEqual([]);
  expect((await max.call(listAnnotations, {})).total).toBe(0);
  for (const change of [
    max.call(updateAnnotation, { params, body: { note: 'Mine' } }),
    max.call(deleteAnnotation, { params }),
  ]) {
    await expect(change).rejects.toMatchObject({ code: 'NotFound' });
  }

  await lucy.call(updateAnnotation, { params, body: { is_shared: false } });
  expect(await shared(max)).toEqual(['lucy: And here']);
});

test('bookmarks are never shared', async () => {
  const { id, is_shared } = await add(max, { kind: 'bookmark', is_shared: true });
  expect(is_shared).toBe(false);
  const body = { is_shared: true };
  const changed = await max.call(updateAnnotation, { params: { id }, body });
  expect(changed.is_shared).toBe(false);
  expect(await shared(lucy)).toEqual([]);
});

test('a person who does not see the book sees no notes in it', async () => {
  const asked = kid.call(listSharedAnnotations, { params: book });
  await expect(asked).rejects.toMatchObject({ code: 'NotFound' });
});
