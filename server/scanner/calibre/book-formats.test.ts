import { readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import sharp from 'sharp';
import { expect, test, vi } from 'vitest';

import { chooseBookFormat } from '../../../shared/api/book-formats.ts';
import { createAnnotation } from '../../../shared/api/annotations.ts';
import { chooseBookCover, getBookCover, uploadBookCover } from '../../../shared/api/covers.ts';
import { updateBook } from '../../../shared/api/edits.ts';
import { createFileDeletion, undoFileDeletion } from '../../../shared/api/file-deletions.ts';
import { updateSetting } from '../../../shared/api/settings.ts';
import { updateProgress } from '../../../shared/api/progress.ts';
import { rateBook } from '../../../shared/api/ratings.ts';
import { createReadList } from '../../../shared/api/read-lists.ts';
import { listenTo } from '../../testing/event-stream.ts';
import { useCalibre } from '../../testing/calibre-library.ts';

const calibre = useCalibre();
const { bookIn, books, change, rows, scan, update } = calibre;

test('formats that were books become one, which keeps all that people did', async () => {
  writeFileSync(
    join(calibre.root(), 'Herman Melville/Moby-Dick (2)/Moby-Dick - Herman Melville.lit'),
    'x',
  );
  change(
    "INSERT INTO data (book, format, uncompressed_size, name) VALUES (2, 'LIT', 1, 'Moby-Dick - Herman Melville')",
  );
  await update({ calibre: false });
  await scan();
  await calibre.octavo().idle();
  const [epub, pdf] = [await bookIn('Moby-Dick', '.epub'), await bookIn('Moby-Dick', '.pdf')];
  await calibre.octavo().api.call(updateProgress, {
    params: { id: epub.id },
    body: { current_page: 2 },
  });
  await calibre.octavo().api.call(updateProgress, {
    params: { id: pdf.id },
    body: { current_page: Math.ceil(pdf.page_count / 2) },
  });
  await calibre.octavo().api.call(createAnnotation, {
    params: { id: pdf.id },
    body: { kind: 'bookmark', page: pdf.page_count, note: 'The end' },
  });
  const edit = (id: string, body: object) =>
    calibre.octavo().api.call(updateBook, { params: { id }, body });
  await edit(epub.id, { title: 'Moby', publisher: 'Harper' });
  await edit(pdf.id, { title: 'The Whale', summary: 'A chase.', number: 7 });
  const pagesRead = () =>
    rows<{ pages: number }>('SELECT sum(pages) AS pages FROM reading_history');
  const [before] = pagesRead();
  await calibre.octavo().api.call(rateBook, { params: { id: pdf.id }, body: { rating: 7 } });
  await calibre.octavo().api.call(createReadList, { body: { name: 'Sea', book_ids: [pdf.id] } });
  const coverOf = async (id: string) => calibre.octavo().api.call(getBookCover, { params: { id } });
  const image = await sharp({
    create: { width: 30, height: 40, channels: 3, background: '#3a5' },
  })
    .png()
    .toBuffer();
  const { upload_id } = await calibre
    .octavo()
    .api.call(uploadBookCover, { params: { id: pdf.id }, body: image });

  await update({ calibre: true });
  await scan();
  const book = await bookIn('Moby-Dick');
  expect(book).toMatchObject({
    id: epub.id,
    format: 'epub',
    other_formats: [
      { format: 'lit', file_size: 1, readable: false },
      { format: 'pdf', file_size: pdf.file_size, readable: true },
    ],
  });
  expect(await coverOf(epub.id)).toMatchObject({ source: 'upload', upload_id });
  expect((await calibre.octavo().request(`/books/${epub.id}/cover`)).status).toBe(200);
  const share = (book.progress?.current_page ?? 0) / book.page_count;
  expect(share).toBeCloseTo(Math.ceil(pdf.page_count / 2) / pdf.page_count, 1);
  expect(rows('SELECT rating, b.id FROM ratings JOIN books b ON b.pk = book_pk')).toEqual([
    { rating: 7, id: epub.id },
  ]);
  expect(rows('SELECT b.id FROM read_list_books JOIN books b ON b.pk = book_pk')).toEqual([
    { id: epub.id },
  ]);
  // Marks keep their share, history its sum; edits are taken over where the book has none of its own.
  expect(
    rows('SELECT b.id, a.page, a.note FROM annotations a JOIN books b ON b.pk = book_pk'),
  ).toEqual([{ id: epub.id, page: book.page_count, note: 'The end' }]);
  expect(pagesRead()).toEqual([before]);
  expect(rows('SELECT DISTINCT b.id FROM reading_history JOIN books b ON b.pk = book_pk')).toEqual([
    { id: epub.id },
  ]);
  const edited = {
    ...{ title: 'Moby', summary: 'A chase.', number: 7 },
    metadata: { publisher: 'Harper', summary: 'A chase.' },
  };
  expect(book).toMatchObject(edited);
  expect((await scan()).books_updated).toBe(0);
  expect(await bookIn('Moby-Dick')).toMatchObject(edited);
  // The value of the file comes back when the lock goes.
  await edit(epub.id, { locks: { number: false } });
  expect((await bookIn('Moby-Dick')).number).not.toBe(7);

  // Without the rule they are two again.
  await update({ calibre: false });
  await scan();
  expect((await bookIn('Moby-Dick', '.pdf')).id).toBe(pdf.id);
  expect(rows('SELECT * FROM book_formats')).toEqual([]);
});

test('formats can be downloaded, and one of them is read in place of the first', async () => {
  await scan();
  await calibre.octavo().idle();
  const epub = await bookIn('Moby-Dick');
  const half = Math.ceil(epub.page_count / 2);
  const params = { id: epub.id };
  await calibre.octavo().api.call(updateProgress, { params, body: { current_page: half } });
  const file = await calibre.octavo().request(`/books/${epub.id}/formats/pdf`);
  const path = 'Herman Melville/Moby-Dick (2)/Moby-Dick - Herman Melville.pdf';
  expect(Buffer.from(await file.arrayBuffer())).toEqual(readFileSync(join(calibre.root(), path)));
  expect((await calibre.octavo().request(`/books/${epub.id}/formats/azw3`)).status).toBe(404);

  await calibre.octavo().api.call(chooseBookFormat, { params: { ...params, format: 'pdf' } });
  await calibre.octavo().idle();
  const pdf = await bookIn('Moby-Dick');
  expect(pdf).toMatchObject({ id: epub.id, format: 'pdf', title: 'Moby-Dick', error: null });
  expect(pdf.other_formats).toMatchObject([{ format: 'epub', readable: true }]);
  expect(pdf.progress?.current_page).toBe(
    Math.max(1, Math.round((half / epub.page_count) * pdf.page_count)),
  );
  // A page that was chosen as the cover stays that picture.
  const { api } = calibre.octavo();
  await api.call(chooseBookCover, { params, body: { page: 1 } });
  await api.call(chooseBookFormat, { params: { ...params, format: 'epub' } });
  await calibre.octavo().idle();
  expect(await api.call(getBookCover, { params })).toMatchObject({ source: 'upload' });
  await api.call(chooseBookFormat, { params: { ...params, format: 'pdf' } });
  await calibre.octavo().idle();
  // The choice holds until its file is gone. Clients receive an event when another format appears or disappears.
  const lit = join(calibre.root(), path.replace('.pdf', '.lit'));
  writeFileSync(lit, 'x');
  change(
    "INSERT INTO data (book, format, uncompressed_size, name) VALUES (2, 'LIT', 1, 'Moby-Dick - Herman Melville')",
  );
  const stream = await listenTo(calibre.octavo(), '/events/live');
  await scan();
  await vi.waitFor(() =>
    expect(stream.events).toContainEqual({
      name: 'book_updated',
      data: expect.objectContaining({ book_id: epub.id }) as object,
    }),
  );
  stream.close();
  expect((await scan()).books_updated).toBe(0);
  expect(await books()).toHaveLength(8);
  rmSync(join(calibre.root(), path));
  await scan();
  expect(await bookIn('Moby-Dick')).toMatchObject({ id: epub.id, format: 'epub' });
  expect(await books()).toHaveLength(8);
});

test('a book is deleted with the files of all formats, or of none, and comes back with them', async () => {
  const folder = join(calibre.root(), 'Herman Melville/Moby-Dick (2)');
  const pdf = join(folder, 'Moby-Dick - Herman Melville.pdf');
  const date = new Date('2026-01-01');
  utimesSync(pdf, date, date);
  await scan();
  const { id } = await bookIn('Moby-Dick');
  const before = readdirSync(folder).sort();
  const { api, idle } = calibre.octavo();
  await api.call(updateSetting, { params: { key: 'library.delete_files' }, body: { value: true } });
  const remove = async () => {
    const deletion = await api.call(createFileDeletion, { body: { book_ids: [id] } });
    await idle();
    return deletion;
  };
  // A format that was changed since.
  utimesSync(pdf, new Date(0), new Date(0));
  await remove();
  expect(readdirSync(folder).sort()).toEqual(before);
  utimesSync(pdf, date, date);

  const deletion = await remove();
  expect(deletion).toMatchObject({ book_count: 1, file_count: 2 });
  expect(readdirSync(folder).sort()).toEqual(['cover.jpg', 'metadata.opf']);
  await scan();
  expect(await books()).toHaveLength(7);
  await api.call(undoFileDeletion, { params: { id: deletion.id ?? '' }, body: {} });
  await idle();
  expect(readdirSync(folder).sort()).toEqual(before);
  await scan();
  expect(await bookIn('Moby-Dick')).toMatchObject({
    id,
    other_formats: [{ format: 'pdf', readable: true }],
  });
});

test('a folder that calibre renamed is recognised by a format that was not read', async () => {
  await scan();
  const epub = await bookIn('Moby-Dick');
  const author = join(calibre.root(), 'Herman Melville');
  rmSync(join(author, 'Moby-Dick (2)/Moby-Dick - Herman Melville.epub'));
  renameSync(
    join(author, 'Moby-Dick (2)/Moby-Dick - Herman Melville.pdf'),
    join(author, 'Moby-Dick (2)/The Whale - Herman Melville.pdf'),
  );
  renameSync(join(author, 'Moby-Dick (2)'), join(author, 'The Whale (2)'));
  change(`DELETE FROM data WHERE book = 2 AND format = 'EPUB';
    UPDATE data SET name = 'The Whale - Herman Melville' WHERE book = 2;
    UPDATE books SET title = 'The Whale', path = 'Herman Melville/The Whale (2)' WHERE id = 2`);
  await scan();
  expect(await bookIn('The Whale')).toMatchObject({
    id: epub.id,
    format: 'pdf',
    title: 'The Whale',
  });
  expect(await books()).toHaveLength(8);
});
