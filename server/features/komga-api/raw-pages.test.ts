import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, expect, it } from 'vitest';

import { addLibrary } from '../../conformance/fixture.ts';
import { createPdf } from '../../media/pdf/pdf.ts';
import { asAdmin, useKomga, type KomgaClient } from '../../testing/komga-client.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures/library');
const { server, client } = useKomga();
let me: KomgaClient;
let pdfBook = '';
beforeAll(async () => {
  me = client({ headers: asAdmin });
  mkdirSync(join(server().dir, 'PDF/Pepper'), { recursive: true });
  const comic = join(fixtures, 'PDF/Pepper & Carrot/Pepper & Carrot 006 (2015).pdf');
  copyFileSync(comic, join(server().dir, 'PDF/Pepper/Pepper 1.pdf'));
  const id = await addLibrary(server(), 'PDF');
  pdfBook = (await server().list<{ id: string }>(`/books?library_id=${id}`))[0]?.id ?? '';
});

const raw = (book: string, page: number | string, init?: RequestInit) =>
  me.ask(`/api/v1/books/${book}/pages/${page}/raw`, init);

it('a page of a PDF is a PDF of that page', async () => {
  const response = await raw(pdfBook, 2);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const path = join(server().dir, 'page.pdf');
  writeFileSync(path, await response.bytes());
  const pdf = createPdf();
  const box = { width: 100 };
  const alone = await pdf.draw(path, 0, box);
  const inBook = await pdf.draw(join(server().dir, 'PDF/Pepper/Pepper 1.pdf'), 1, box);
  await pdf.close();
  expect(Buffer.from(alone.pixels).equals(Buffer.from(inBook.pixels))).toBe(true);
  const etag = response.headers.get('etag') ?? '';
  expect((await raw(pdfBook, 2, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const head = await raw(pdfBook, 2, { method: 'HEAD' });
  expect(Number(head.headers.get('content-length'))).toBe(readFileSync(path).length);
});

it('a page of images is the file of that page', async () => {
  const id = await server().idOf('Akira 01');
  const page = await me.ask(`/api/v1/books/${id}/pages/1`);
  const response = await raw(id, 1);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await response.bytes())).toEqual(Buffer.from(await page.bytes()));
});

it('a page that no book has is refused', async () => {
  expect((await raw(pdfBook, 999)).status).toBe(400);
  expect((await raw(pdfBook, 0)).status).toBe(400);
  expect((await raw('none', 1)).status).toBe(404);
});
