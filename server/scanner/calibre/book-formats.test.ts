import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { chooseBookFormat } from '../../../shared/api/book-formats.ts';
import { updateProgress } from '../../../shared/api/progress.ts';
import { rateBook } from '../../../shared/api/ratings.ts';
import { createReadList } from '../../../shared/api/read-lists.ts';
import { useCalibre } from '../../testing/calibre-library.ts';

const calibre = useCalibre();
const { bookIn, books, change, rows, scan, update } = calibre;

test('formats that were books become one, which keeps all that people did', async () => {
  writeFileSync(
    join(calibre.root(), 'Herman Melville/Moby-Dick (2)/Moby-Dick - Herman Melville.mobi'),
    'x',
  );
  change(
    "INSERT INTO data (book, format, uncompressed_size, name) VALUES (2, 'MOBI', 1, 'Moby-Dick - Herman Melville')",
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
  await calibre.octavo().api.call(rateBook, { params: { id: pdf.id }, body: { rating: 7 } });
  await calibre.octavo().api.call(createReadList, { body: { name: 'Sea', book_ids: [pdf.id] } });

  await update({ calibre: true });
  await scan();
  const book = await bookIn('Moby-Dick');
  expect(book).toMatchObject({
    id: epub.id,
    format: 'epub',
    other_formats: [
      { format: 'mobi', file_size: 1, readable: false },
      { format: 'pdf', file_size: pdf.file_size, readable: true },
    ],
  });
  const share = (book.progress?.current_page ?? 0) / book.page_count;
  expect(share).toBeCloseTo(Math.ceil(pdf.page_count / 2) / pdf.page_count, 1);
  expect(rows('SELECT rating, b.id FROM ratings JOIN books b ON b.pk = book_pk')).toEqual([
    { rating: 7, id: epub.id },
  ]);
  expect(rows('SELECT b.id FROM read_list_books JOIN books b ON b.pk = book_pk')).toEqual([
    { id: epub.id },
  ]);
  expect((await scan()).books_updated).toBe(0);

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
  // It stays chosen, until its file is gone.
  expect((await scan()).books_updated).toBe(0);
  expect(await books()).toHaveLength(8);
  rmSync(join(calibre.root(), path));
  await scan();
  expect(await bookIn('Moby-Dick')).toMatchObject({ id: epub.id, format: 'epub' });
  expect(await books()).toHaveLength(8);
});
