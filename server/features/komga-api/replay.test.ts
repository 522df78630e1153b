import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startFixtureLibrary, type FixtureLibrary } from '../../testing/fixture-library.ts';
import { komgaProblems } from '../../testing/komga/document.ts';
import { fillIds } from '../../testing/komga/fill-ids.ts';
import {
  differing,
  forAdmins,
  replayed,
  statusOf,
  titleOf,
  type RecordedRequest,
} from '../../testing/komga/recorded-requests.ts';
import { sendFilled } from '../../testing/komga/send-filled.ts';

let library: FixtureLibrary;
beforeAll(async () => {
  library = await startFixtureLibrary();
}, 180_000);
afterAll(() => library.stop());

/** The differences between a response and Komga's document. */
const problemsOf = async (method: string, path: string, response: Response) => {
  const type = response.headers.get('content-type') ?? '';
  if (!/[/+]json\b/.test(type)) {
    await response.arrayBuffer();
    return null;
  }
  const body: unknown = await response.json();
  return komgaProblems(method, path.replace(/\?.*$/s, ''), response.status, body);
};

test('covers the whole recording: what everybody sends, and what changes.test.ts replays', () => {
  expect([replayed.length, forAdmins.length]).toEqual([267, 44]);
  const all = [...replayed, ...forAdmins];
  const others = all.filter((recorded) => statusOf(recorded) !== recorded.komga);
  expect(others.map(({ request }) => request)).toEqual(differing.map(({ request }) => request));
  for (const { reason } of differing) expect(reason).not.toBe('');
});

const readBefore: RecordedRequest = {
  request: 'PATCH /api/v1/books/{id}/read-progress',
  accept: '*/*',
  body: { page: 1 },
  komga: 204,
};

describe.each(['admin', 'reader'] as const)("the %s gets Komga's answer to", (who) => {
  const send = async (recorded: RecordedRequest) => {
    const request = fillIds(recorded, library, new Date());
    const response = await sendFilled(library.octavo.url, request, library[who]);
    return { request, response };
  };

  beforeAll(async () => {
    // The recording starts with a book that was already read.
    expect((await send(readBefore)).response.status).toBe(204);
  });

  test.each(replayed.map((recorded) => [titleOf(recorded), recorded] as const))(
    '%s',
    async (_title, recorded) => {
      const { request, response } = await send(recorded);
      const problems = await problemsOf(request.method, request.path, response);
      expect(`${response.status} ${problems ?? 'as documented'}`).toBe(
        `${statusOf(recorded)} as documented`,
      );
    },
  );
});
