import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { listBooks } from '../../shared/api/books.ts';
import { pdfOf } from '../../server/testing/pdf.ts';
import { enter } from '../support/page-steps.ts';
import { scanLibrary } from '../support/library.ts';
import { setUp } from '../support/server.ts';
import { expect, test } from '../support/test.ts';

test('a page beside a much wider one of the same PDF is in sight', async ({
  folder,
  server,
  open,
}) => {
  const words = 'BT /F 40 Tf 20 300 Td (Small page) Tj ET';
  const page = (width: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} 600] /Contents 5 0 R /Resources << /Font << /F 6 0 R >> >> >>`;
  const library = path.join(folder, 'PDF');
  mkdirSync(library);
  writeFileSync(
    path.join(library, 'Fold-out.pdf'),
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
      page(400),
      page(8000),
      `<< /Length ${words.length} >>\nstream\n${words}\nendstream`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ]),
  );
  const client = await setUp(server);
  await scanLibrary(client, 'PDF', library);
  const { data: books } = await client.call(listBooks, {});
  const tab = await open('/');
  await enter(tab);
  await tab.goto(`/read/${books[0]?.id ?? ''}`);
  await tab.locator('main[data-page="1"][data-state="ready"]').waitFor();
  const wide = tab.locator('.page[data-page-number="2"]');
  await expect.poll(async () => (await wide.boundingBox())?.width ?? 0).toBeGreaterThan(5000);
  const box = await tab.locator('.page[data-page-number="1"]').boundingBox();
  const width = tab.viewportSize()?.width ?? 0;
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
});
