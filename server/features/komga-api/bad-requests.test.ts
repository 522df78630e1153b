import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { listCollections } from '../../../shared/api/collections.ts';
import { listProgress } from '../../../shared/api/progress.ts';
import { listReadLists } from '../../../shared/api/read-lists.ts';
import { createSmartList } from '../../../shared/api/smart-lists.ts';
import { createClient } from '../../../shared/client.ts';
import { checkedFetch } from '../../testing/checked-fetch.ts';
import { startFixtureLibrary, type FixtureLibrary } from '../../testing/fixture-library.ts';
import { komgaRecordProblems } from '../../testing/komga/document.ts';
import { fillIds, type FilledRequest } from '../../testing/komga/fill-ids.ts';
import { replayed, titleOf, type RecordedRequest } from '../../testing/komga/recorded-requests.ts';
import { sendFilled } from '../../testing/komga/send-filled.ts';
import { wrongTypes } from '../../testing/komga/wrong-types.ts';

let library: FixtureLibrary;
let before: unknown;

/** The reader's progress and all lists. */
const everything = async () => {
  const { call } = createClient({
    baseUrl: library.octavo.url,
    fetch: checkedFetch,
    headers: () => library.reader,
  });
  const query = { pageSize: 500 };
  return [
    await call(listProgress, { query }),
    await call(listCollections),
    await call(listReadLists),
  ];
};

beforeAll(async () => {
  library = await startFixtureLibrary();
  const read: RecordedRequest = {
    request: 'PATCH /api/v1/books/{id}/read-progress',
    accept: '*/*',
    body: { page: 2 },
    komga: 204,
  };
  await sendFilled(library.octavo.url, fillIds(read, library, new Date()), library.reader);
  before = await everything();
}, 180_000);
afterAll(async () => {
  await library.stop();
});

const filled = (recorded: RecordedRequest): FilledRequest => fillIds(recorded, library, new Date());

/** Sends an invalid request and validates the format of the error. */
const refusal = async (request: FilledRequest, headers = {}): Promise<number> => {
  const { url } = library.octavo;
  const response = await sendFilled(url, request, { ...library.reader, ...headers });
  const body = (await response.json()) as Record<string, unknown>;
  if ('violations' in body) expect(komgaRecordProblems('ValidationErrorResponse', body)).toBeNull();
  else {
    expect(body).toMatchObject({ status: response.status, path: expect.any(String) as unknown });
    expect(body['message']).toMatch(/\w+ \w+/);
  }
  return response.status;
};

const first = (requests: readonly RecordedRequest[], keyOf: (request: RecordedRequest) => string) =>
  [...new Map(requests.map((request) => [keyOf(request), request])).values()].map(
    (request) => [titleOf(request), request] as const,
  );
const withoutQuery = ({ request }: RecordedRequest) => request.replace(/\?.*$/, '');
const withIds = first(
  replayed.filter((request) => withoutQuery(request).includes('{id}')),
  withoutQuery,
);
const withBody = first(
  replayed.filter(({ body }) => body !== undefined && Object.keys(body as object).length > 0),
  (request) => withoutQuery(request) + JSON.stringify(request.body),
);

describe('a request is refused and changes nothing', () => {
  afterAll(async () => {
    expect(await everything()).toEqual(before);
  });

  test.each(withIds)('with an unknown id: %s', async (_title, recorded) => {
    const request = filled(recorded);
    const path = request.path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, crypto.randomUUID());
    expect(await refusal({ ...request, path })).toBe(404);
    const nonsense = request.path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'nope');
    expect(await refusal({ ...request, path: nonsense })).toBe(404);
  });

  test.each(withBody)('with a body of another type: %s', async (_title, recorded) => {
    const request = filled(recorded);
    const xml = { 'content-type': 'application/xml' };
    expect(await refusal({ ...request, body: '<page>2</page>' }, xml)).toBe(415);
  });

  test.each(withBody)('with a body that is cut off: %s', async (_title, recorded) => {
    const request = filled(recorded);
    const body = JSON.stringify(request.body).slice(0, -1);
    expect(await refusal({ ...request, body })).toBe(400);
  });

  test.each(withBody)('with a field of the wrong type: %s', async (_title, recorded) => {
    const request = filled(recorded);
    for (const [field, body] of wrongTypes(request.body)) {
      expect([field, await refusal({ ...request, body })]).toEqual([field, 400]);
    }
  });
});

test("a list of another person's is not found", async () => {
  const { call } = library.octavo.api;
  const list = await call(createSmartList, {
    body: { name: 'Mine', target: 'books' },
  });
  for (const path of ['', '/books', '/thumbnail', '/file', '/read-progress/tachiyomi']) {
    const request = {
      method: 'GET',
      path: `/api/v1/readlists/${list.id}${path}`,
      accept: '*/*',
      komga: 404,
    };
    expect([path, await refusal(request)]).toEqual([path, 404]);
  }
});
