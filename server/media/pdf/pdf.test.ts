import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';

import { pdfOf } from '../../testing/pdf.ts';
import { defaultLimits } from '../limits.ts';
import { MediaError } from '../media-error.ts';
import { createPdf, type Pdf } from './pdf.ts';

const fixtures = join(import.meta.dirname, '../../../../shared/fixtures');
const comic = join(fixtures, 'library/PDF/Pepper & Carrot/Pepper & Carrot 006 (2015).pdf');
const single = join(fixtures, 'library/PDF/Komga.pdf');

const dir = mkdtempSync(join(tmpdir(), 'octavo-pdf-'));
let pdf: Pdf;
afterEach(() => pdf.close());
afterAll(() => rmSync(dir, { recursive: true }));

describe('text', () => {
  test.each([
    ['The Rust Programming Language.pdf', true],
    ['pdf.js samples/pdfjs_wikipedia.pdf', true],
    ['Pepper & Carrot/Pepper & Carrot 006 (2015).pdf', false],
    ['pdf.js samples/empty.pdf', false],
  ])('of %s: %s', async (file, expected) => {
    pdf = createPdf();
    expect(await pdf.hasText(join(fixtures, 'library/PDF', file))).toBe(expected);
  });

  test('of a file that needs a password is refused', async () => {
    pdf = createPdf();
    const locked = join(fixtures, 'faults/encrypted/aes-256 (password foo).pdf');
    await expect(pdf.hasText(locked)).rejects.toMatchObject({ reason: 'encrypted' });
  });
});

test('a form is drawn with what is filled in', async () => {
  const filled = '0 0 40 40 re f';
  const path = join(dir, 'form.pdf');
  writeFileSync(
    path,
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Annots [4 0 R] >>',
      '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (x) /F 4 /Rect [30 30 70 70] /P 3 0 R /AP << /N 5 0 R >> >>',
      `<< /Type /XObject /Subtype /Form /BBox [0 0 40 40] /Length ${filled.length} >>\nstream\n${filled}\nendstream`,
    ]),
  );
  pdf = createPdf();
  const { pixels, width, height } = await pdf.draw(path, 0, { width: 100 });
  const redAt = (x: number, y: number) => pixels[3 * (y * width + x)];
  expect([redAt(5, 5), redAt(50, height / 2)]).toEqual([255, 0]);
});

describe('a page of its own', () => {
  test('shows what it shows in its book, and is smaller than that', async () => {
    pdf = createPdf();
    const path = join(dir, 'page.pdf');
    for (const index of [0, 4]) {
      writeFileSync(path, await pdf.extract(comic, index));
      const { pages } = await pdf.list(path);
      expect(pages).toHaveLength(1);
      expect(statSync(path).size).toBeLessThan(statSync(comic).size / 2);
      const [alone, inBook] = [
        await pdf.draw(path, 0, { width: 200 }),
        await pdf.draw(comic, index, { width: 200 }),
      ];
      expect(Buffer.from(alone.pixels).equals(Buffer.from(inBook.pixels))).toBe(true);
    }
    // Files can be read again afterwards.
    expect((await pdf.list(single)).pages.length).toBeGreaterThan(0);
  });

  test('of every page of real books can be opened', async () => {
    pdf = createPdf();
    const path = join(dir, 'page.pdf');
    const folder = join(fixtures, 'library/PDF/pdf.js samples');
    for (const name of readdirSync(folder)) {
      const book = join(folder, name);
      const { pages } = await pdf.list(book);
      for (const index of [...pages.keys()].slice(0, 3)) {
        writeFileSync(path, await pdf.extract(book, index));
        expect([name, index, (await pdf.list(path)).pages.length]).toEqual([name, index, 1]);
      }
    }
  });

  test('is refused where it is damaged, needs a password, is missing or grows too large', async () => {
    pdf = createPdf();
    const faults = ['encrypted/aes-256 (password foo).pdf'].map((file) =>
      join(fixtures, 'faults', file),
    );
    for (const path of faults) {
      await expect(pdf.extract(path, 0)).rejects.toMatchObject({ reason: 'encrypted' });
    }
    await expect(pdf.extract(comic, 100)).rejects.toMatchObject({ reason: 'damaged' });
    await expect(pdf.extract(join(dir, 'none.pdf'), 0)).rejects.toMatchObject({
      reason: 'unreadable',
    });
    await pdf.close();
    pdf = createPdf({ limits: () => ({ ...defaultLimits, entry_bytes: 1000 }) });
    await expect(pdf.extract(comic, 0)).rejects.toMatchObject({ reason: 'too_large' });
    expect((await pdf.list(comic)).pages.length).toBeGreaterThan(1);
  });

  test('of a damaged file is made or refused, and the next file is read all the same', async () => {
    pdf = createPdf();
    const folder = join(fixtures, 'faults/pdf-damaged');
    for (const name of readdirSync(folder)) {
      await pdf.extract(join(folder, name), 0).catch((error: unknown) => {
        expect([name, error]).toEqual([name, expect.any(MediaError)]);
      });
    }
    expect((await pdf.extract(single, 0)).length).toBeGreaterThan(500);
  });
});

describe('drawing', () => {
  test('gives the pixels of each page at the size that is asked for', async () => {
    pdf = createPdf();
    const drawing = await pdf.draw(comic, 0, { width: 400 });
    expect(drawing).toMatchObject({ width: 400, height: 278 });
    expect(drawing.pixels).toHaveLength(400 * 278 * 3);
    const another = await pdf.draw(comic, 1, { width: 400 });
    expect(Buffer.from(drawing.pixels).equals(Buffer.from(another.pixels))).toBe(false);
  });

  test('of many pages of many files at once gives each its own', async () => {
    pdf = createPdf();
    const paths = Array.from({ length: 5 }, (_, index) => join(dir, `${index}.pdf`));
    for (const path of paths) copyFileSync(comic, path);
    const drawings = await Promise.all(
      paths.flatMap((path) => [0, 5].map((index) => pdf.draw(path, index, { width: 40 }))),
    );
    const images = drawings.map(({ pixels }) => Buffer.from(pixels).toString('base64'));
    expect(new Set(images.filter((_, index) => index % 2 === 0)).size).toBe(1);
    expect(new Set(images).size).toBe(2);
  });

  test('sees that a file was replaced', async () => {
    pdf = createPdf();
    const path = join(dir, 'replaced.pdf');
    copyFileSync(comic, path);
    expect(await pdf.draw(path, 0, { width: 100 })).toMatchObject({ height: 69 });
    copyFileSync(single, path);
    expect(await pdf.draw(path, 0, { width: 100 })).toMatchObject({ height: 100 });
    await expect(pdf.draw(path, 3, {})).rejects.toMatchObject({ reason: 'changed' });
  });

  test('of a file that is gone says so', async () => {
    pdf = createPdf();
    await expect(pdf.draw(join(dir, 'none.pdf'), 0, {})).rejects.toThrow(/no longer exists/);
    await expect(pdf.list(join(dir, 'none.pdf'))).rejects.toThrow(/no longer exists/);
  });

  test('keeps to the limit of pixels', async () => {
    pdf = createPdf({ limits: () => ({ ...defaultLimits, image_pixels: 10_000 }) });
    const { width, height } = await pdf.draw(single, 0, { width: 5000 });
    expect([width, height]).toEqual([100, 100]);
  });
});

/** A PDF of three pages, with this number of pages and these boxes. */
const threePages = (count = '3', boxes: readonly string[] = ['', '', '']): Buffer =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count ${count} /MediaBox [0 0 400 600] >>`,
    ...boxes.map((box) => `<< /Type /Page /Parent 2 0 R ${box && `/MediaBox [${box}]`} >>`),
  ]);
const changed = (pattern: RegExp, text: string) => () =>
  Buffer.from(threePages().toString('latin1').replace(pattern, text), 'latin1');

describe('a PDF that contradicts itself', () => {
  test.each([
    ['no number of pages', () => threePages('(three)')],
    ['no page, as it says', () => threePages('0')],
    ['less than no page, as it says', () => threePages('-3')],
    ['a table of objects elsewhere', changed(/startxref\n\d+/, 'startxref\n17')],
    ['a table of objects far behind its end', changed(/startxref\n\d+/, 'startxref\n99999999999')],
    ['a table of objects that names none', changed(/\d{10} 00000 n/g, '0000000000 00000 n')],
    ['objects that have moved', changed(/\n1 0 obj/, '\n%moved\n1 0 obj')],
    ['pages of one point and less', () => threePages('3', ['0 0 1 1', '0 0 0 0', '0 0 0.01 0.01'])],
    [
      'pages upside down and without numbers',
      () => threePages('3', ['400 600 0 0', '(a) (b)', '0']),
    ],
  ])('is read, with %s', async (name, bytes) => {
    const path = join(dir, `${name}.pdf`);
    writeFileSync(path, bytes());
    pdf = createPdf();
    const { pages } = await pdf.list(path);
    expect(pages).toEqual(
      [1, 2, 3].map((): unknown =>
        expect.objectContaining({ width: expect.any(Number) as number }),
      ),
    );
    for (const index of [0, 1, 2]) {
      const { width, height } = await pdf.draw(path, index, { width: 20 });
      expect(Math.min(width, height)).toBeGreaterThan(0);
    }
  });

  test('shows its pages, and names those that it lacks as damaged', async () => {
    const path = join(dir, 'promises.pdf');
    writeFileSync(path, threePages('5'));
    pdf = createPdf();
    const { pages } = await pdf.list(path);
    expect(pages.map((page) => page !== null)).toEqual([true, true, true, false, false]);
  });

  test.each(['9000', '2000000', '2147483647'])(
    'has the pages that exist if it states %s',
    async (count) => {
      const path = join(dir, `states ${count}.pdf`);
      writeFileSync(path, threePages(count));
      pdf = createPdf();
      const { pages } = await pdf.list(path);
      expect(pages.map((page) => page !== null)).toEqual([true, true, true]);
    },
  );

  test.each([
    ['within its table of objects', (bytes: Buffer) => bytes.indexOf('xref') + 30],
    ['before its table of objects', (bytes: Buffer) => bytes.indexOf('xref')],
  ])('is named as damaged, cut %s', async (name, cut) => {
    const path = join(dir, `${name}.pdf`);
    const whole = threePages();
    writeFileSync(path, whole.subarray(0, cut(whole)));
    pdf = createPdf();
    await expect(pdf.list(path)).rejects.toMatchObject({ reason: 'damaged' });
  });
});

test('lists no more pages than a book may have', async () => {
  pdf = createPdf({ limits: () => ({ ...defaultLimits, archive_entries: 7 }) });
  await expect(pdf.list(comic)).rejects.toThrow('more than 7 pages');
});

describe('a thread that hangs or breaks', () => {
  const module = new URL('../../testing/stuck-worker.ts', import.meta.url);
  const [hanging, breaking, good] = [0, 1, 2];
  const path = join(dir, 'hostile.pdf');
  writeFileSync(path, '');

  test('is ended when its time is over, and the next page gets another', async () => {
    // Limits are read when a page is drawn; only the first page gets little time.
    let turns = 0;
    const short = () => (turns += 1) === 1;
    const limits = () => ({
      ...defaultLimits,
      get seconds() {
        return short() ? 0.5 : 30;
      },
    });
    pdf = createPdf({ module, limits });
    const hung = pdf.draw(path, hanging, {});
    hung.catch(() => null);
    await vi.waitFor(() => expect(turns).toBe(1));
    const waiting = pdf.draw(path, good, {});
    // The endless loop runs without blocking this thread.
    await expect(hung).rejects.toThrow('took more than 0.5 seconds');
    expect(await waiting).toMatchObject({ width: 1 });
  });

  test('ends neither the process nor the next page', async () => {
    pdf = createPdf({ module });
    await expect(pdf.draw(path, breaking, {})).rejects.toMatchObject({ reason: 'damaged' });
    expect(await pdf.draw(path, good, {})).toMatchObject({ width: 1 });
  });

  test('does not delay the end of the server', async () => {
    pdf = createPdf({ module });
    const hung = expect(pdf.draw(path, hanging, {})).rejects.toThrow('shutting down');
    const waiting = expect(pdf.draw(path, good, {})).rejects.toThrow('shutting down');
    await pdf.close();
    await Promise.all([hung, waiting]);
  });
});
