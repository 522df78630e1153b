import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { filterBooks } from '../../../shared/api/books.ts';
import {
  getBookRating,
  getSeriesRating,
  listRatings,
  listSeriesReviews,
  rateBook,
  rateSeries,
} from '../../../shared/api/ratings.ts';
import { filterSeries, listSeries, listSeriesLetters } from '../../../shared/api/series.ts';
import { createClient, type Client } from '../../../shared/client.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import { startScannedLibrary } from '../../testing/scanned-library.ts';
import { basic, createSendJson, password } from '../../testing/send-json.ts';

let scanned: Awaited<ReturnType<typeof startScannedLibrary>>;
let lucy: Client;
let max: Client;
let ids: string[];
let books: string[];

const send = createSendJson(() => scanned.octavo);
const clientOf = async (username: string, more: object = {}): Promise<Client> => {
  await send('POST', '/users', { username, password, ...more });
  return createClient({
    baseUrl: scanned.octavo.url,
    fetch: checkedFetch,
    headers: () => basic(username),
  });
};

beforeAll(async () => {
  scanned = await startScannedLibrary();
  scanned.add('A/A 1.cbz', 'B/B 1.cbz', 'C/C 1.cbz', 'D/D 1.cbz');
  await scanned.scan();
  ids = (await scanned.series()).toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ id }) => id);
  const { data } = await scanned.octavo.api.call(filterBooks, {
    body: {},
    query: { sort: 'title' },
  });
  books = data.map(({ id }) => id);
  lucy = await clientOf('lucy');
  max = await clientOf('max');
});
afterAll(() => scanned.stop());

const idAt = (list: readonly string[], index: number) => ({ id: list[index] ?? '' });
const names = async (client: Client, sort: string, body: object = {}) =>
  (await client.call(filterSeries, { query: { sort }, body })).data.map(({ name }) => name);

describe('a rating', () => {
  test('is the own one, keeps what a change leaves out, and goes when nothing is left', async () => {
    const params = idAt(ids, 0);
    expect(await lucy.call(getSeriesRating, { params })).toEqual({
      own: null,
      average: null,
      count: 0,
      review_count: 0,
    });
    await lucy.call(rateSeries, { params, body: { rating: 7, review: ' Good  fun ' } });
    const { own } = await lucy.call(rateSeries, { params, body: { rating: 8 } });
    expect(own).toMatchObject({ rating: 8, review: 'Good  fun', is_shared: false });
    expect((await max.call(getSeriesRating, { params })).own).toBeNull();

    await lucy.call(rateSeries, { params, body: { rating: null } });
    expect((await lucy.call(getSeriesRating, { params })).own).toMatchObject({ rating: null });
    await lucy.call(rateSeries, { params, body: { review: null } });
    expect((await lucy.call(getSeriesRating, { params })).own).toBeNull();
    expect((await lucy.call(listRatings)).total).toBe(0);
  });

  test('counts in the average of others once it is shared', async () => {
    const params = idAt(ids, 1);
    await lucy.call(rateSeries, { params, body: { rating: 10, review: 'The best' } });
    const { count } = await max.call(rateSeries, { params, body: { rating: 5 } });
    expect(count).toBe(1);
    expect((await max.call(listSeriesReviews, { params })).data).toEqual([]);

    await lucy.call(rateSeries, { params, body: { is_shared: true } });
    expect(await max.call(getSeriesRating, { params })).toMatchObject({
      average: 7.5,
      count: 2,
      review_count: 1,
    });
    const reviews = await max.call(listSeriesReviews, { params });
    expect(reviews).toMatchObject({ data: [{ username: 'lucy', rating: 10, review: 'The best' }] });
    // Lucy sees her own only as her own.
    expect(await lucy.call(getSeriesRating, { params })).toMatchObject({
      average: 10,
      count: 1,
      review_count: 0,
    });
    expect((await lucy.call(listSeriesReviews, { params })).data).toEqual([]);
  });

  test('of a book is another than that of its series', async () => {
    const { own } = await lucy.call(rateBook, { params: idAt(books, 1), body: { rating: 3 } });
    expect(own).toMatchObject({ rating: 3 });
    expect((await lucy.call(getSeriesRating, { params: idAt(ids, 1) })).own).toMatchObject({
      rating: 10,
    });
    expect((await max.call(getBookRating, { params: idAt(books, 1) })).own).toBeNull();
  });

  test.each([
    ['below the scale', { rating: 0 }],
    ['above the scale', { rating: 11 }],
    ['between half stars', { rating: 5.5 }],
    ['an empty review', { review: ' ' }],
    ['a review that is too long', { review: 'x'.repeat(5001) }],
  ])('is refused: %s', async (_, body) => {
    expect((await send('PUT', `/series/${ids[0] ?? ''}/rating`, body)).status).toBe(400);
  });

  test('goes with its person', async () => {
    const params = idAt(ids, 3);
    const eve = await clientOf('eve');
    await eve.call(rateSeries, { params, body: { rating: 1, is_shared: true } });
    expect((await max.call(getSeriesRating, { params })).review_count).toBe(1);
    const { body } = await send<{ data: { id: string; username: string }[] }>('GET', '/users');
    const id = body.data.find(({ username }) => username === 'eve')?.id ?? '';
    expect((await send('DELETE', `/users/${id}`)).status).toBe(204);
    expect((await max.call(getSeriesRating, { params })).review_count).toBe(0);
  });
});

describe('lists', () => {
  beforeAll(async () => {
    for (const [index, rating] of [4, 9, 6].entries()) {
      await max.call(rateSeries, { params: idAt(ids, index), body: { rating } });
      await max.call(rateBook, { params: idAt(books, index), body: { rating: 10 - rating } });
    }
  });

  test('are sorted by the own rating, what is not rated last', async () => {
    expect(await names(max, 'own_rating,desc')).toEqual(['B', 'C', 'A', 'D']);
    expect(await names(max, 'own_rating,asc')).toEqual(['A', 'C', 'B', 'D']);
    const listed = await max.call(listSeries, { query: { sort: 'own_rating,desc' } });
    expect(listed.data.map(({ name }) => name)).toEqual(['B', 'C', 'A', 'D']);
    const query = { sort: 'own_rating,desc' };
    const { data } = await max.call(filterBooks, { query, body: {} });
    expect(data.map(({ title }) => title)).toEqual(['A 1', 'C 1', 'B 1', 'D 1'].map(String));
  });

  test('are filtered by it', async () => {
    const least = { condition: { ownRating: { operator: 'atLeast', value: '6' } } } as const;
    expect(await names(max, 'name,asc', least)).toEqual(['B', 'C']);
    const none = { condition: { ownRating: { operator: 'isNull' } } };
    expect(await names(max, 'name,asc', none)).toEqual(['D']);
    const { letters } = await max.call(listSeriesLetters, { body: least });
    expect(letters).toEqual([
      { letter: 'b', count: 1 },
      { letter: 'c', count: 1 },
    ]);
    const condition = { ownRating: { operator: 'is', value: '6' } } as const;
    const { total } = await max.call(filterBooks, { body: { condition } });
    expect(total).toBe(1);
  });

  test('hide ratings from a key without progress-read', async () => {
    const { body } = await send<{ key: string }>('POST', '/api-keys', {
      name: 'reader',
      permissions: ['series-read', 'books-read'],
    });
    const headers = { 'X-API-Key': body.key };
    const condition = { ownRating: { operator: 'atLeast', value: '1' } };
    const filtered = await send('POST', '/series/list', { condition }, headers);
    expect(filtered.status).toBe(403);
    expect((await send('GET', `/series/${ids[0] ?? ''}/rating`, undefined, headers)).status).toBe(
      403,
    );
  });

  test('of ratings are paginated', async () => {
    const query = { sort: 'rating,desc', pageSize: 2 };
    const { data, total } = await max.call(listRatings, { query });
    expect(total).toBe(6);
    expect(data).toMatchObject([
      { kind: 'series', name: 'B', rating: 9 },
      { kind: 'series', name: 'C', rating: 6 },
    ]);
    expect((await max.call(listRatings, { query: { reviewed: 'true' } })).total).toBe(0);
  });
});
