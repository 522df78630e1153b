import { expect, test } from 'vitest';

import { getOpenedFile } from '../../../shared/api/opened-files.ts';
import { getPage, listPages } from '../../../shared/api/pages.ts';
import { route, type Route } from '../../http/api/route.ts';
import { withOpenedFiles } from './book-source.ts';
import { openedFilesRoutes } from './routes.ts';

const id = '019a0000-0000-7000-8000-000000000001';
const answerer = (who: string): Route[] =>
  [listPages, getPage].map((endpoint) => route(endpoint, () => who as never));

const ask = (
  routes: readonly Route[],
  params: object,
  isLocal: boolean,
  user_pk: number | null,
) => {
  const [list, page] = routes;
  const { handler } = ('id' in params ? list : page) ?? {};
  const caller = user_pk === null ? null : { user_pk };
  return handler?.({ params, isLocal, caller } as never);
};

test.each([
  ['who opened it, at the machine', true, 1, 'file'],
  ['the same person on the network', false, 1, 'book'],
  ['somebody else at the machine', true, 2, 'book'],
  ['nobody', true, null, 'book'],
])('an opened file answers %s or not at all', (_, isLocal, user, expected) => {
  const holds = ({ user_pk }: { user_pk: number }, asked: string) => user_pk === 1 && asked === id;
  const routes = withOpenedFiles(answerer('book'), answerer('file'), {
    holds,
    holdsAnnotation: () => false,
  });
  expect(ask(routes, { id }, isLocal, user)).toBe(expected);
  expect(ask(routes, { book_id: id, page_number: 1 }, isLocal, user)).toBe(expected);
  expect(ask(routes, { id: 'another' }, isLocal, user)).toBe('book');
});

test('facts about the disk are reported at the machine alone', () => {
  const openedFiles = new Proxy({}, { get: () => () => 'told' });
  const told = openedFilesRoutes({ openedFiles: openedFiles as never });
  expect(told[0]?.endpoint).toBe(getOpenedFile);
  for (const { handler } of told) {
    const input = { params: { id }, body: {}, caller: { user_pk: 1 } };
    expect(handler?.({ ...input, isLocal: true } as never)).toBe('told');
    expect(() => handler?.({ ...input, isLocal: false } as never)).toThrow('was not found');
  }
});
