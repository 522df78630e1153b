import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Font } from '../../../shared/api/font-record.ts';
import { deleteFont, listFonts, maxFontBytes, maxFonts } from '../../../shared/api/fonts.ts';
import type { ErrorBody } from '../../../shared/errors.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addUser } from '../../testing/users.ts';

let octavo: TestServer;
beforeAll(async () => {
  octavo = await startTestServer();
});
afterAll(() => octavo.stop());

const modules = join(import.meta.dirname, '../../../node_modules');
const fontFile = (path: string): Buffer => readFileSync(join(modules, path));
const variable = fontFile('@fontsource-variable/literata/files/literata-latin-wght-italic.woff2');
const packed = fontFile('@fontsource/opendyslexic/files/opendyslexic-latin-700-normal.woff');
const plain = fontFile('pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf');

const send = (bytes: Buffer, headers: Record<string, string> = {}) =>
  octavo.request('/fonts', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', ...headers },
    body: new Uint8Array(bytes),
  });
const refusal = async (bytes: Buffer) => {
  const response = await send(bytes);
  return [response.status, ((await response.json()) as ErrorBody).message];
};

test('fonts of each kind say what they are, and are served as they came', async () => {
  for (const bytes of [variable, packed, plain]) expect((await send(bytes)).status).toBe(201);
  const { fonts } = await octavo.api.call(listFonts);
  expect(
    fonts.map(({ family, weight_min, weight_max, is_italic, media_type, is_restricted }) => [
      ...[family, `${weight_min}-${weight_max}`, is_italic, media_type, is_restricted],
    ]),
  ).toEqual([
    ['Liberation Sans', '400-400', false, 'font/ttf', false],
    ['Literata', '200-900', true, 'font/woff2', false],
    ['OpenDyslexic', '800-800', false, 'font/woff', false],
  ]);
  expect(fonts[0]?.licence).toMatch(/^Licensed under the Liberation Fonts license/);
  const file = await octavo.request(`/fonts/${fonts[1]?.id}/file`);
  expect(file.headers.get('content-type')).toBe('font/woff2');
  expect(file.headers.get('x-content-type-options')).toBe('nosniff');
  expect(file.headers.get('cache-control')).toContain('immutable');
  expect(Buffer.from(await file.arrayBuffer()).equals(variable)).toBe(true);

  expect(await refusal(plain)).toEqual([409, 'This font is there already, as Liberation Sans.']);
  const params = { id: fonts[0]?.id ?? '' };
  await octavo.api.call(deleteFont, { params });
  expect((await octavo.request(`/fonts/${params.id}/file`)).status).toBe(404);
});

/** A WOFF2 with two tables, of which the second claims a size. */
const bomb = (claimed: number): Buffer => {
  const header = Buffer.alloc(48);
  header.write('wOF2\0\u0001\0\0', 'latin1');
  header.writeUInt16BE(2, 12);
  const stream = brotliCompressSync(Buffer.alloc(1_000_000));
  header.writeUInt32BE(stream.length, 20);
  const size = [28, 21, 14, 7, 0].map((bits) => ((claimed / 2 ** bits) & 0x7f) | (bits && 0x80));
  return Buffer.concat([header, Buffer.from([5, 10, 0, ...size]), stream]);
};

test('a file that is not a font is refused, whatever it claims', async () => {
  expect(await refusal(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toEqual([
    400,
    'Fonts are TTF, OTF, WOFF or WOFF2 files.',
  ]);
  for (const bytes of [variable, packed, plain]) {
    for (const length of [6, 40, 80, Math.floor(bytes.length / 2)]) {
      expect((await refusal(bytes.subarray(0, length)))[0]).toBe(400);
    }
  }
  // Unpacks to more than it says, and says more than is sensible.
  expect((await refusal(bomb(20)))[0]).toBe(400);
  expect((await refusal(bomb(2 ** 31)))[0]).toBe(400);
  expect(await refusal(Buffer.alloc(maxFontBytes + 1))).toEqual([
    413,
    'The font is larger than 16 MB.',
  ]);
});

test('everybody reads with them, admins add them', async () => {
  const headers = await addUser(octavo.dataDir, { username: 'reader', role: 'reader' });
  const listed = (await (await octavo.request('/fonts', { headers })).json()) as { fonts: Font[] };
  expect(listed.fonts.length).toBeGreaterThan(0);
  expect((await octavo.request(`/fonts/${listed.fonts[0]?.id}/file`, { headers })).status).toBe(
    200,
  );
  expect((await send(plain, headers)).status).toBe(403);
});

test('no more can be added at the same time than there is room for', async () => {
  const sent = Array.from({ length: maxFonts + 5 }, (_, index) =>
    send(Buffer.concat([packed, Buffer.from([index])])),
  );
  const statuses = new Set((await Promise.all(sent)).map(({ status }) => status));
  expect([...statuses].toSorted()).toEqual([201, 409]);
  expect((await octavo.api.call(listFonts)).fonts).toHaveLength(maxFonts);
});
