import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { getPageText } from '../../../shared/api/pages.ts';
import { connect } from '../../database/database.ts';
import { maxMokuroBytes } from '../../media/mokuro/mokuro.ts';
import { leftOutOnWindows } from '../../testing/on-windows.ts';
import { restrict } from '../../testing/restrictions.ts';
import { startScannedLibrary } from '../../testing/scanned-library.ts';
import { addUser } from '../../testing/users.ts';
import { pngPage, zipBytes } from '../../testing/zip.ts';

let scanned: Awaited<ReturnType<typeof startScannedLibrary>>;
const names = ['001.png', '002.png', '003.png'];

const write = (path: string, data: string | Buffer) => {
  const file = join(scanned.root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, data);
};
const book = (entries: readonly string[] = names) =>
  zipBytes(entries.map((name, page) => ({ name, data: pngPage(20, 30 + page) })));
const page = (image: string, ...lines: string[]) => ({
  version: '0.2.1',
  img_width: 20,
  img_height: 30,
  img_path: image,
  blocks: [
    {
      box: [2, 3, 8, 13],
      vertical: true,
      font_size: 4,
      lines_coords: [
        [
          [2, 3],
          [8, 3],
          [8, 13],
          [2, 13],
        ],
      ],
      lines,
    },
  ],
});
const mokuro = (pages: unknown[], more: object = {}) =>
  JSON.stringify({ version: '0.2.1', title: 'T', title_uuid: 'u', volume: 'v', pages, ...more });
const textOf = async (path: string, page_number: number) => {
  const { id } = await scanned.bookAt(path);
  return (await scanned.api.call(getPageText, { params: { book_id: id, page_number } })).text;
};
const linesOf = async (path: string, number: number) =>
  (await textOf(path, number))?.blocks.flatMap(({ lines }) => lines);

beforeAll(async () => {
  scanned = await startScannedLibrary();
  for (const name of ['One', 'Bare', 'Hostile', 'Moved', 'Linked', 'Case'])
    write(`Manga/${name}.cbz`, book());
  write('Manga/Deep.cbz', book(['a/1.png', 'b/1.png', 'b/2.png']));
  for (const name of names) write(`Manga/Folder v1/${name}`, pngPage(21, 31));
  await scanned.scan();
});
afterAll(() => scanned.stop());

test('a page has the text that mokuro wrote beside its book, without a scan', async () => {
  expect(await textOf('One.cbz', 1)).toBeNull();
  // Not in the order of the book, and one page is missing.
  write('Manga/One.mokuro', mokuro([page('sub/003.jpg', '三'), page('001.png', '吾輩は', '猫')]));
  expect(await textOf('One.cbz', 1)).toEqual({
    language: 'ja',
    width: 20,
    height: 30,
    blocks: [
      { x: 2, y: 3, width: 6, height: 10, vertical: true, font_size: 4, lines: ['吾輩は', '猫'] },
    ],
  });
  expect(await linesOf('One.cbz', 2)).toEqual([]);
  expect(await linesOf('One.cbz', 3)).toEqual(['三']);
  write('Manga/One.mokuro', mokuro([page('001.png', '犬である')], { language: 'zh-Hant' }));
  expect(await textOf('One.cbz', 1)).toMatchObject({
    language: 'zh-Hant',
    blocks: [{ lines: ['犬である'] }],
  });
  expect(await textOf('Bare.cbz', 1)).toBeNull();
  await expect(textOf('One.cbz', 4)).rejects.toMatchObject({ code: 'NotFound' });
});

test('folders of images, folders within a book, other names and other cases are found', async () => {
  write('Manga/Folder v1.mokuro', mokuro([page('002.png', '二')]));
  expect(await linesOf('Folder v1', 2)).toEqual(['二']);
  write('Manga/Deep.mokuro', mokuro([page('b/1.png', 'B'), page('a/1.png', 'A')]));
  expect([await linesOf('Deep.cbz', 1), await linesOf('Deep.cbz', 2)]).toEqual([['A'], ['B']]);
  write('Manga/cASE.MOKURO', mokuro(['x', 'y', 'z'].map((name) => page(`${name}.png`, name))));
  expect(await linesOf('Case.cbz', 2)).toEqual(['y']);
});

test.each([
  ['not JSON', '{'],
  ['another document', '[]'],
  ['pages that are none', mokuro([null, 5, { img_width: -1 }, []])],
  ['deep nesting', `{"pages":${'['.repeat(200_000)}`],
  ['a box of text', mokuro([{ ...page('001.png', 'x'), blocks: [{ box: 'x', lines: ['x'] }] }])],
  ['endless numbers', mokuro([]).replace('[]', '[{"img_width":1e999,"img_height":1}]')],
  ['an own prototype', '{"__proto__":{"pages":[]},"pages":{"length":9}}'],
  ['a file that is too large', ' '.repeat(maxMokuroBytes) + mokuro([page('001.png', 'x')])],
])('%s is no text', async (_name, data) => {
  write('Manga/Hostile.mokuro', data);
  expect((await linesOf('Hostile.cbz', 1)) ?? []).toEqual([]);
});

test('counts and lengths are bounded, and NUL and unpaired surrogates do not break the answer', async () => {
  const block = { box: [9, 9, 1, 1], vertical: 'yes', font_size: 'x', lines: ['\0\ud800<b>'] };
  write(
    'Manga/Hostile.mokuro',
    mokuro([
      {
        ...page('001.png'),
        blocks: [
          block,
          ...Array.from({ length: 2000 }, () => ({
            ...block,
            lines: Array.from({ length: 300 }, () => 'x'),
          })),
        ],
      },
      { ...page('002.png'), blocks: [{ ...block, lines: ['x'.repeat(50_000), 7, null] }] },
    ]),
  );
  const first = await textOf('Hostile.cbz', 1);
  expect(first?.blocks).toHaveLength(500);
  expect(first?.blocks[1]?.lines).toHaveLength(100);
  expect(first?.blocks[0]).toMatchObject({ x: 1, y: 1, width: 8, height: 8, vertical: true });
  expect((await linesOf('Hostile.cbz', 2))?.map(({ length }) => length)).toEqual([1000]);
});

test.skipIf(leftOutOnWindows('links take a privilege there'))(
  "links into Octavo's data and folders are not read",
  async () => {
    symlinkSync(
      join(scanned.octavo.dataDir, 'octavo.db'),
      join(scanned.root, 'Manga/Linked.mokuro'),
    );
    expect(await textOf('Linked.cbz', 1)).toBeNull();
    mkdirSync(join(scanned.root, 'Manga/Moved.mokuro'));
    expect(await textOf('Moved.cbz', 1)).toBeNull();
    renameSync(join(scanned.root, 'Manga/Moved.mokuro'), join(scanned.root, 'Manga/Else'));
  },
);

test('a person who cannot see the book gets 404', async () => {
  const headers = await addUser(scanned.octavo.dataDir, { username: 'kid', role: 'reader' });
  const { id } = await scanned.bookAt('One.cbz');
  const params = { book_id: id, page_number: 1 };
  const ask = () => scanned.octavo.request(`/books/${id}/pages/1/text`, { headers });
  expect((await ask()).status).toBe(200);
  const database = connect(join(scanned.octavo.dataDir, 'octavo.db'));
  const kid = database.prepare<[], number>(`SELECT pk FROM users WHERE username = 'kid'`).pluck();
  restrict(database, kid.get() ?? 0, { libraries: [] });
  database.close();
  await expect(scanned.api.call(getPageText, { params, headers })).rejects.toMatchObject({
    code: 'NotFound',
  });
});
