import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, it, vi } from 'vitest';

import { patience, writeBook, type Json } from '../../conformance/fixture.ts';
import { asAdmin, useKomga, type KomgaClient } from '../../testing/komga-client.ts';
import { listenTo, type StreamEvent } from '../../testing/event-stream.ts';
import { pngPage } from '../../testing/zip.ts';
import { addUser } from '../../testing/users.ts';

const { server, client } = useKomga({ empty: true });
const listen = (listener: KomgaClient) => listenTo({ request: listener.ask }, '/sse/v1/events');
const isStatus = ({ name }: StreamEvent) => name === 'TaskQueueStatus';
/** Events except those of the task queue, whose timing varies. */
const toldTo = ({ events }: { events: StreamEvent[] }) =>
  events.filter((event) => !isStatus(event)).map(({ name, data }) => ({ name, ...data }));

/** A library with these files, not scanned yet; returns its id. */
const addLibrary = async (name: string, files: Record<string, number>): Promise<string> => {
  const path = join(server().dir, name);
  mkdirSync(path, { recursive: true });
  for (const [file, pages] of Object.entries(files)) writeBook(join(path, file), pages);
  const { body } = await server().send<{ id: string }>('POST', '/libraries', { name, path });
  return body.id;
};
const scan = async (id: string) => {
  expect((await server().send('POST', `/libraries/${id}/scan`)).status).toBeLessThan(300);
  await server().idle();
};
const ok = async (method: string, path: string, body?: unknown) => {
  const answer = await server().send<Json>(method, path, body);
  expect([method, path, answer.status < 300 || answer.body]).toEqual([method, path, true]);
  return answer.body;
};
const compat = async (sender: KomgaClient, method: string, path: string, body?: unknown) => {
  const response = await sender.ask(path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(204);
};

describe('the events of a story', () => {
  it('are those of the format, with what happened, in the order in which it happened', async () => {
    const me = client({ headers: asAdmin });
    const stream = await listen(me);
    const userId = (await server().get<{ id: string }>('/auth/me')).id;
    let seen = 0;
    /** Returns the events since the previous call; waits until the last one has this name. */
    const next = async (last: string) => {
      await vi.waitFor(() => {
        expect(toldTo(stream).slice(seen).at(-1)?.name).toBe(last);
      }, patience);
      const told = toldTo(stream).slice(seen);
      seen += told.length;
      return told;
    };

    const libraryId = await addLibrary('Comics', {
      'Nana/Nana 1.cbz': 2,
      'Nana/Nana 2.cbz': 3,
      'Saga/Saga 1.cbz': 4,
    });
    await scan(libraryId);
    const { body: found } = await server().send<{ data: Json[] }>('GET', '/books?pageSize=50');
    const idOf = (title: string) => found.data.find((book) => book.title === title)?.id as string;
    const [first, two, saga] = ['Nana 1', 'Nana 2', 'Saga 1'].map(idOf) as [string, string, string];
    const seriesOf = (id: string) => found.data.find((book) => book.id === id)?.series_id as string;
    const [nana, sagas] = [seriesOf(first), seriesOf(saga)];
    await vi.waitFor(
      () =>
        expect(toldTo(stream).filter(({ name }) => name === 'ThumbnailBookAdded')).toHaveLength(3),
      patience,
    );
    const scanned = toldTo(stream);
    seen = scanned.length;
    expect(scanned[0]).toEqual({ name: 'LibraryAdded', libraryId });
    const eventsOf = (seriesId: string) =>
      scanned.filter((event) => 'seriesId' in event && event.seriesId === seriesId);
    const added = (bookId: string, seriesId: string) => ({
      name: 'BookAdded',
      bookId,
      seriesId,
      libraryId,
    });
    const covered = (bookId: string, seriesId: string) => ({
      name: 'ThumbnailBookAdded',
      bookId,
      seriesId,
      selected: true,
    });
    expect(eventsOf(nana).slice(0, 4)).toEqual([
      { name: 'SeriesAdded', seriesId: nana, libraryId },
      added(first, nana),
      added(two, nana),
      { name: 'SeriesChanged', seriesId: nana, libraryId },
    ]);
    // Two covers are made at a time.
    const covers = eventsOf(nana).slice(4);
    expect(covers).toHaveLength(2);
    expect(covers).toEqual(expect.arrayContaining([covered(first, nana), covered(two, nana)]));
    expect(eventsOf(sagas)).toEqual([
      { name: 'SeriesAdded', seriesId: sagas, libraryId },
      added(saga, sagas),
      { name: 'SeriesChanged', seriesId: sagas, libraryId },
      covered(saga, sagas),
    ]);
    const libraryScanned = { name: 'LibraryChanged', libraryId };
    expect(scanned.slice(1).filter((event) => !('seriesId' in event))).toEqual([libraryScanned]);

    await ok('PUT', `/series/${nana}`, { publisher: 'Shueisha' });
    expect(await next('SeriesChanged')).toEqual([
      { name: 'SeriesChanged', seriesId: nana, libraryId },
    ]);
    await ok('PUT', `/books/${first}`, { summary: 'Two of one name meet' });
    expect(await next('BookChanged')).toEqual([
      { name: 'BookChanged', bookId: first, seriesId: nana, libraryId },
    ]);

    const progress = (name: string, bookId: string) => ({ name, bookId, userId });
    await compat(me, 'PATCH', `/api/v1/books/${first}/read-progress`, { page: 1 });
    expect(await next('ReadProgressChanged')).toEqual([progress('ReadProgressChanged', first)]);
    await compat(me, 'DELETE', `/api/v1/books/${first}/read-progress`);
    expect(await next('ReadProgressDeleted')).toEqual([progress('ReadProgressDeleted', first)]);
    await compat(me, 'POST', `/api/v1/series/${nana}/read-progress`);
    expect(await next('ReadProgressSeriesChanged')).toEqual([
      progress('ReadProgressChanged', first),
      progress('ReadProgressChanged', two),
      { name: 'ReadProgressSeriesChanged', seriesId: nana, userId },
    ]);
    await compat(me, 'DELETE', `/api/v1/series/${nana}/read-progress`);
    expect(await next('ReadProgressSeriesDeleted')).toEqual([
      progress('ReadProgressDeleted', first),
      progress('ReadProgressDeleted', two),
      { name: 'ReadProgressSeriesDeleted', seriesId: nana, userId },
    ]);
    await ok('POST', '/progress/marks', { read: true, series_ids: [sagas], book_ids: [first] });
    expect(await next('ReadProgressSeriesChanged')).toEqual([
      progress('ReadProgressChanged', saga),
      progress('ReadProgressChanged', first),
      { name: 'ReadProgressSeriesChanged', seriesId: sagas, userId },
    ]);

    const list = await ok('POST', '/read-lists', { name: 'Both', book_ids: [saga, first] });
    const readListId = list.id;
    await ok('POST', `/read-lists/${readListId as string}/books`, { book_ids: [two] });
    await ok('PUT', `/read-lists/${readListId as string}`, { name: 'All' });
    await ok('PUT', `/read-lists/${readListId as string}/cover`, { book_id: two });
    await ok('DELETE', `/read-lists/${readListId as string}/cover`);
    await ok('DELETE', `/read-lists/${readListId as string}/books/${saga}`);
    await ok('DELETE', `/read-lists/${readListId as string}`);
    expect(await next('ReadListDeleted')).toEqual([
      { name: 'ReadListAdded', readListId, bookIds: [saga, first] },
      { name: 'ReadListChanged', readListId, bookIds: [saga, first, two] },
      { name: 'ReadListChanged', readListId, bookIds: [saga, first, two] },
      { name: 'ThumbnailReadListAdded', readListId, selected: true },
      { name: 'ThumbnailReadListDeleted', readListId, selected: true },
      { name: 'ReadListChanged', readListId, bookIds: [first, two] },
      { name: 'ReadListDeleted', readListId, bookIds: [first, two] },
    ]);

    const made = await ok('POST', '/collections', {
      name: 'Some',
      ordered: true,
      series_ids: [nana],
    });
    const collectionId = made.id;
    await ok('PUT', `/collections/${collectionId as string}/series`, {
      series_ids: [sagas, nana],
    });
    await server().request(`/collections/${collectionId as string}/cover`, {
      method: 'POST',
      headers: { 'content-type': 'image/png' },
      body: new Uint8Array(pngPage(80, 120)),
    });
    await ok('DELETE', `/collections/${collectionId as string}/cover`);
    await ok('DELETE', `/collections/${collectionId as string}`);
    expect(await next('CollectionDeleted')).toEqual([
      { name: 'CollectionAdded', collectionId, seriesIds: [nana] },
      { name: 'CollectionChanged', collectionId, seriesIds: [sagas, nana] },
      { name: 'ThumbnailSeriesCollectionAdded', collectionId, selected: true },
      { name: 'ThumbnailSeriesCollectionDeleted', collectionId, selected: true },
      { name: 'CollectionDeleted', collectionId, seriesIds: [sagas, nana] },
    ]);

    await ok('PUT', `/books/${two}/cover`, { page: 2 });
    await ok('DELETE', `/books/${two}/cover`);
    await ok('PUT', `/series/${nana}/cover`, { book_id: two });
    await ok('DELETE', `/series/${nana}/cover`);
    expect(await next('ThumbnailSeriesDeleted')).toEqual([
      { name: 'ThumbnailBookAdded', bookId: two, seriesId: nana, selected: true },
      { name: 'ThumbnailBookDeleted', bookId: two, seriesId: nana, selected: true },
      { name: 'ThumbnailSeriesAdded', seriesId: nana, selected: true },
      { name: 'ThumbnailSeriesDeleted', seriesId: nana, selected: true },
    ]);

    const gone = (bookId: string, seriesId: string) => ({
      name: 'BookDeleted',
      bookId,
      seriesId,
      libraryId,
    });
    rmSync(join(server().dir, 'Comics/Nana/Nana 1.cbz'));
    await scan(libraryId);
    expect(await next('LibraryChanged')).toEqual([
      gone(first, nana),
      { name: 'SeriesChanged', seriesId: nana, libraryId },
      libraryScanned,
    ]);
    await ok('DELETE', `/trash/${first}`);
    expect(await next('BookDeleted')).toEqual([gone(first, nana)]);
    rmSync(join(server().dir, 'Comics/Saga'), { recursive: true });
    await scan(libraryId);
    expect(await next('LibraryChanged')).toEqual([
      gone(saga, sagas),
      { name: 'SeriesDeleted', seriesId: sagas, libraryId },
      libraryScanned,
    ]);
    writeBook(join(server().dir, 'Comics/Saga/Saga 1.cbz'), 4);
    await scan(libraryId);
    expect(await next('LibraryChanged')).toEqual([
      { name: 'SeriesAdded', seriesId: sagas, libraryId },
      added(saga, sagas),
      { name: 'SeriesChanged', seriesId: sagas, libraryId },
      libraryScanned,
    ]);

    await ok('DELETE', `/libraries/${libraryId}`);
    const end = await next('LibraryDeleted');
    expect(end.slice(0, 2)).toEqual(expect.arrayContaining([gone(two, nana), gone(saga, sagas)]));
    expect(end.slice(2, 4)).toEqual(
      expect.arrayContaining([
        { name: 'SeriesDeleted', seriesId: nana, libraryId },
        { name: 'SeriesDeleted', seriesId: sagas, libraryId },
      ]),
    );
    expect(end.slice(4)).toEqual([{ name: 'LibraryDeleted', libraryId }]);
    stream.close();
  });
});

describe('recipients', () => {
  it('is only the reader for progress, and everyone who can read them for lists', async () => {
    const libraryId = await addLibrary('Manga', { 'Akira/Akira 1.cbz': 2 });
    await scan(libraryId);
    const { body } = await server().send<{ data: Json[] }>('GET', '/books?pageSize=1');
    const bookId = body.data[0]?.id as string;
    const { dataDir } = server();
    const ann = client({ headers: await addUser(dataDir, { username: 'ann', role: 'reader' }) });
    const bob = client({ headers: await addUser(dataDir, { username: 'bob', role: 'reader' }) });
    const { body: key } = await server().send<{ key: string }>('POST', '/api-keys', {
      name: 'Shelf',
      permissions: ['libraries-read', 'books-read'],
    });
    const narrow = client({ headers: { 'x-api-key': key.key } });
    const streams = await Promise.all([ann, bob, narrow].map(listen));
    const [anns, bobs, narrows] = [0, 1, 2].map((index) => (): Json[] => {
      const stream = streams[index];
      return stream ? toldTo(stream) : [];
    }) as [() => Json[], () => Json[], () => Json[]];
    await compat(ann, 'PATCH', `/api/v1/books/${bookId}/read-progress`, { page: 1 });
    const { id } = await ok('POST', '/read-lists', { name: 'One', book_ids: [bookId] });
    await ok('PUT', `/libraries/${libraryId}`, { name: 'Mangas' });
    await vi.waitFor(() => {
      for (const told of [anns(), bobs(), narrows()]) {
        expect(told.at(-1)?.name).toBe('LibraryChanged');
      }
    }, patience);
    const list = { name: 'ReadListAdded', readListId: id, bookIds: [bookId] };
    const library = { name: 'LibraryChanged', libraryId };
    expect(anns()).toMatchObject([{ name: 'ReadProgressChanged', bookId }, list, library]);
    expect(bobs()).toEqual([list, library]);
    expect(narrows()).toEqual([library]);
    // Komga sends task events to administrators only.
    expect(streams.flatMap(({ events }) => events).filter(isStatus)).toEqual([]);
    for (const { close } of streams) close();
  });

  it('learns that the session has ended', async () => {
    const eve = client({
      headers: await addUser(server().dataDir, { username: 'eve', role: 'reader' }),
    });
    const stream = await listen(eve);
    const { id } = (await (await eve.ask('/api/v2/users/me')).json()) as { id: string };
    await ok('DELETE', `/users/${id}`);
    await vi.waitFor(
      () => expect(toldTo(stream)).toEqual([{ name: 'SessionExpired', userId: id }]),
      patience,
    );
    stream.close();
  });
});

describe('the state of the task queue', () => {
  const states = ({ events }: { events: StreamEvent[] }) =>
    events.filter(isStatus).map(({ data }) => data as { count: number; countByType: Json });

  it('comes with the connection and at each change, down to 0', async () => {
    const me = client({ headers: asAdmin });
    await server().idle();
    // States within 250 ms are merged into the last one.
    await sleep(400);
    const stream = await listen(me);
    await vi.waitFor(
      () => expect(states(stream)).toEqual([{ count: 0, countByType: {} }]),
      patience,
    );
    const libraryId = await addLibrary('Books', { 'Dororo/Dororo 1.cbz': 3 });
    await scan(libraryId);
    await vi.waitFor(
      () => expect(states(stream).slice(1).at(-1)).toEqual({ count: 0, countByType: {} }),
      patience,
    );
    const during = states(stream).slice(1);
    expect(during[0]).toEqual({ count: 1, countByType: { ScanLibrary: 1 } });
    for (const { count, countByType } of during) {
      const sum = Object.values(countByType).reduce<number>((all, entry) => all + Number(entry), 0);
      expect(sum).toBe(count);
    }
    expect(during.filter(({ count }) => count === 0)).toHaveLength(1);
    stream.close();
  });

  it('answers HEAD without opening a stream', async () => {
    const response = await client({ headers: asAdmin }).ask('/sse/v1/events', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
  });
});
