import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { ReaderBook } from '../readers/comic/store/reader-store.ts';
import type { PendingProgress } from './pending-progress.ts';

const id = '0190a6a0-1c2d-7e3f-8a4b-5c6d7e8f9a0b';
let sent: unknown[];
let status: number;

/** The storage of a browser, and a server that takes every place. */
beforeEach(() => {
  sent = [];
  status = 200;
  const items = new Map<string, string>();
  const responses = new Map<string, Response>();
  const cache = {
    match: async (key: string) => responses.get(key)?.clone(),
    put: async (key: string, response: Response) => void responses.set(key, response),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  vi.stubGlobal('navigator', { serviceWorker: {}, language: 'en' });
  const fetch = async (_url: string, { body }: RequestInit) => {
    sent.push(JSON.parse(body as string));
    const fault = { error: 'Unauthorized', message: 'Sign in' };
    return Response.json(status === 200 ? {} : fault, { status });
  };
  vi.stubGlobal('window', {
    isSecureContext: true,
    caches: {},
    navigator: { serviceWorker: {} },
    fetch,
  });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

const read = async (page: number, known: number | null | undefined) => {
  const { useSession } = await import('../api/session-store.ts');
  useSession.setState({ status: 'signed-in', user: { id: 'ada' } } as never);
  const { writeDownloadedBook } = await import('./book-store.ts');
  if (known !== undefined) {
    const progress = known === null ? null : { current_page: known };
    const book = { id, series_id: 's', title: 'Saga', progress } as unknown as ReaderBook['book'];
    const pages = Array.from({ length: 100 }, (_, index) => ({ number: index + 1 }));
    await writeDownloadedBook({ userId: 'ada', status: 'kept', book, pages } as never);
  }
  const position: PendingProgress = { userId: 'ada', page, at: 1_700_000_000_000 };
  const { queueProgress } = await import('./pending-progress.ts');
  queueProgress(id, position, localStorage);
  const { sendPendingProgress } = await import('./sync-progress.ts');
  await sendPendingProgress();
  return sent;
};

test.each([
  ['begins anew what this device had read further', 3, 90, true],
  ['reads on', 91, 90, false],
  ['stays where they were', 90, 90, false],
  ['reads for the first time', 3, null, false],
  ['was in a book that is not kept, at the place of the server', 3, undefined, true],
])('whoever %s offline: page %j after %j says so: %j', async (_, page, known, restart) => {
  expect(await read(page, known)).toEqual([
    {
      current_page: page,
      updated_at: expect.any(String) as string,
      ...(restart && { restart: true }),
    },
  ]);
});

test('a position stays queued when the session has ended', async () => {
  const { sendPendingProgress } = await import('./sync-progress.ts');
  status = 401;
  await read(91, 90);
  status = 200;
  await sendPendingProgress();
  await sendPendingProgress();
  expect(sent).toHaveLength(2);
});

test('a position read offline keeps its offset within the page', async () => {
  await read(90, 90);
  const { readDownloadedBook } = await import('./book-store.ts');
  const { queueProgress } = await import('./pending-progress.ts');
  const { sendPendingProgress, withPendingProgress } = await import('./sync-progress.ts');
  const location = '{"page":91,"top":90,"share":0.8}';
  queueProgress(id, { userId: 'ada', page: 91, location, at: 1_700_000_060_000 }, localStorage);
  const kept = async () => {
    const download = await readDownloadedBook(id);
    return download && withPendingProgress(download).book.progress?.location;
  };
  expect(await kept(), 'before it is sent').toBe(location);
  await sendPendingProgress();
  expect(sent.at(-1)).toMatchObject({ current_page: 91, location });
  expect(await kept(), 'afterwards').toBe(location);
});
