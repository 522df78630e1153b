import { readFileSync, globSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { parseComicInfo } from '../comic-info/comic-info.ts';
import { editComicInfo } from './edit-comic-info.ts';

const source = `<?xml version="1.0" encoding="utf-8"?>
<ComicInfo>
  <Title>Old &amp; grey</Title>
  <!-- a comment -->
  <Notes>Scanned by hand</Notes>
  <Year>2001</Year>
  <Writer>Ann, Bob</Writer>
  <Pages>
    <Page Image="0" Type="FrontCover" />
  </Pages>
  <Unknown a="1">stays</Unknown>
</ComicInfo>`;

const edit = (text: string | null, wanted: Parameters<typeof editComicInfo>[1]) => {
  const { bytes, ...rest } = editComicInfo(text === null ? null : Buffer.from(text), wanted);
  return { text: bytes?.toString() ?? null, ...rest };
};

test('a file with a bare ampersand is corrected, and keeps its other elements', () => {
  const { text } = edit('<ComicInfo><Title>A & B</Title><Notes>Kept & safe</Notes></ComicInfo>', {
    title: 'C & D',
  });
  expect(text).toBe(
    '<ComicInfo><Title>C &amp; D</Title><Notes>Kept &amp; safe</Notes></ComicInfo>',
  );
});

test('only the elements of changed fields are touched', () => {
  const { text, changes, unwritable } = edit(source, {
    title: 'New <& "bold">',
    series: 'Rivers',
    release_date: '2001-01-01',
    authors: [
      { name: 'Ann', role: 'writer' },
      { name: 'Cy', role: 'inker' },
    ],
    age_rating: 12,
  });
  expect(text).toBe(`<?xml version="1.0" encoding="utf-8"?>
<ComicInfo>
  <Title>New &lt;&amp; &quot;bold&quot;&gt;</Title>
  <!-- a comment -->
  <Series>Rivers</Series>
  <Notes>Scanned by hand</Notes>
  <Year>2001</Year>
  <Writer>Ann</Writer>
  <Inker>Cy</Inker>
  <AgeRating>Teen</AgeRating>
  <Pages>
    <Page Image="0" Type="FrontCover" />
  </Pages>
  <Unknown a="1">stays</Unknown>
</ComicInfo>`);
  expect(changes.map(({ field }) => field)).toEqual(['title', 'series', 'authors', 'age_rating']);
  expect(changes[0]).toMatchObject({ before: 'Old & grey', after: 'New <& "bold">' });
  expect(unwritable).toEqual([]);
});

test('a removed value leaves no empty line, and equal values stay as they are', () => {
  const { text } = edit(source, { title: 'Old & grey', authors: [], release_date: null });
  expect(text).not.toMatch(/Writer|Year/);
  expect(text).toContain('<Title>Old &amp; grey</Title>\n  <!-- a comment -->');
  expect(edit(source, { title: 'Old & grey' })).toEqual({
    text: null,
    changes: [],
    unwritable: [],
  });
});

test('a value that ComicInfo cannot hold stays as it was, and is named', () => {
  const { text, unwritable } = edit(source, {
    title: 'New',
    authors: [{ name: 'Doe, Jane', role: 'writer' }],
  });
  expect(text).toContain('<Writer>Ann, Bob</Writer>');
  expect(text).toContain('<Title>New</Title>');
  expect(unwritable).toEqual(['authors']);
});

test.each([
  null,
  '',
  'no XML',
  '<ComicInfo/>',
  '<ComicInfo><Title>cut',
  '<!DOCTYPE x><ComicInfo/>',
])('a new document is written where there is no usable one: %j', (present) => {
  const { text } = edit(present, {
    title: 'Émile',
    genres: ['Crime', 'Noir'],
    story_arcs: [{ name: 'Dawn', number: 2 }],
    reading_direction: 'rtl',
  });
  expect(text).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>\n<ComicInfo xmlns:xsi/);
  expect(parseComicInfo(Buffer.from(text ?? ''))).toMatchObject({
    title: 'Émile',
    genres: ['Crime', 'Noir'],
    story_arcs: [{ name: 'Dawn', number: 2 }],
    reading_direction: 'rtl',
  });
});

test('another encoding becomes UTF-8, and its declaration follows', () => {
  const latin = Buffer.from(
    '<?xml version="1.0" encoding="iso-8859-1"?><ComicInfo><Title>\xe9</Title></ComicInfo>',
    'latin1',
  );
  const { bytes } = editComicInfo(latin, { publisher: '日本' });
  expect(bytes?.toString()).toBe(
    '<?xml version="1.0" encoding="utf-8"?><ComicInfo><Title>é</Title><Publisher>日本</Publisher></ComicInfo>',
  );
});

test('every real ComicInfo takes a title and keeps everything else', () => {
  const folder = join(import.meta.dirname, '../../../../shared/fixtures/comicinfo');
  let edited = 0;
  for (const file of globSync('**/*.xml', { cwd: folder })) {
    const bytes = readFileSync(join(folder, file));
    const before = parseComicInfo(bytes);
    if (!before) continue;
    const result = editComicInfo(bytes, { title: 'Another title' });
    expect(result.bytes && parseComicInfo(result.bytes), file).toEqual({
      ...before,
      title: 'Another title',
    });
    edited += 1;
  }
  expect(edited).toBeGreaterThan(3);
});
