import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';

import { pngPage } from '../../testing/zip.ts';
import { renderDrawing, renderImage } from '../images.ts';
import { isDrawing } from '../media-type.ts';
import { safeDrawing } from './safe-drawing.ts';

const dir = mkdtempSync(join(tmpdir(), 'octavo-drawing-'));
const secret = join(dir, 'secret.png');
let red: Buffer;
const asked: string[] = [];
const outside = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.end(red);
});
beforeAll(async () => {
  const create = { width: 50, height: 50, channels: 3, background: '#ff0000' } as const;
  red = await sharp({ create }).png().toBuffer();
  writeFileSync(secret, red);
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => outside.close(resolve));
  rmSync(dir, { recursive: true, force: true });
});

const svg = (content: string, attributes = 'viewBox="0 0 100 150"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`,
  );
const maxPixels = 100_000_000;
const safe = (content: string) => safeDrawing(svg(content), maxPixels);

/** Whether any pixel is red, the colour of everything outside. */
const showsRed = async (drawing: Buffer) => {
  const png = await renderDrawing(drawing, { format: 'png' });
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let index = 0; index < data.length; index += info.channels) {
    if ((data[index] ?? 0) > 200 && (data[index + 1] ?? 0) < 60) return true;
  }
  return false;
};

describe('a drawing', () => {
  it('is drawn with its shapes, styles, texts, gradients and the pictures in it', async () => {
    const picture = `data:image/png;base64,${red.toString('base64')}`;
    expect(await showsRed(svg(`<image width="100" height="150" xlink:href="${picture}"/>`))).toBe(
      true,
    );
    expect(
      await showsRed(svg('<style>.a{fill:#f00}</style><path class="a" d="M0 0h99v99z"/>')),
    ).toBe(true);
    const gradient = '<linearGradient id="a"><stop stop-color="#f00"/></linearGradient>';
    expect(await showsRed(svg(`${gradient}<rect width="9" height="9" fill="url(#a)"/>`))).toBe(
      true,
    );
    expect(
      await showsRed(
        svg('<defs><g id="a"><rect width="9" height="9" fill="red"/></g></defs><use href="#a"/>'),
      ),
    ).toBe(true);
  });

  it('has the shape of its view box, or of its sides', async () => {
    const sizeOf = async (attributes: string) => {
      const png = await renderDrawing(svg('<g/>', attributes), { format: 'png' });
      const { width, height } = await sharp(png).metadata();
      return [width, height];
    };
    expect(await sizeOf('viewBox="0 0 1400 2100"')).toEqual([800, 1200]);
    expect(await sizeOf('width="300px" height="300"')).toEqual([800, 800]);
  });
});

const deep = `${'<g opacity=".9">'.repeat(40)}<path/>${'</g>'.repeat(40)}`;
const laughs = (levels: number) =>
  Array.from(
    { length: levels },
    (_, index) => `<g id="l${index + 1}">${`<use href="#l${index}"/>`.repeat(10)}</g>`,
  ).join('');

test.each([
  ['no view box and no size', svg('<path/>', '')],
  ['a view box of nothing', svg('<path/>', 'viewBox="0 0 0 10"')],
  ['a view box of infinity', svg('<path/>', 'viewBox="0 0 1e999 1e999"')],
  ['a strip', svg('<path/>', 'viewBox="0 0 1 100000"')],
  ['a billion laughs by use', svg(`<g id="l0"><path/></g>${laughs(9)}<use href="#l9"/>`)],
  ['what uses itself', svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')],
  ['too many elements', svg('<path/>'.repeat(6000))],
  ['elements nested too deeply', svg(deep)],
  ['a path that is too long', svg(`<path d="${'M0 0L9 9'.repeat(100_000)}"/>`)],
  ['a style sheet that is too long', svg(`<style>${'a{fill:red}'.repeat(60_000)}</style>`)],
  ['a file that is too long', svg(`<!--${'x'.repeat(17 * 1024 * 1024)}-->`)],
  ['another root', Buffer.from('<?xml version="1.0"?><html><svg viewBox="0 0 9 9"/></html>')],
  ['a compressed drawing', Buffer.from('H4sIAAAAAAAAA7OxSS1KVSjOzE2x', 'base64')],
  ['nothing', Buffer.alloc(0)],
  ['half a tag', Buffer.from('<svg')],
])('%s is refused', async (_, drawing) => {
  expect(safeDrawing(drawing, maxPixels)).toBeNull();
  await expect(renderDrawing(drawing, { format: 'webp' })).rejects.toThrow(/cannot be decoded/);
});

test('huge sides are drawn small', () => {
  const drawing = safeDrawing(svg('<g/>', 'width="100000000" height="100000000"'), maxPixels);
  expect(drawing).toContain('width="800" height="800"');
});

const box = 'width="100" height="150"';
const outsides = (): [string, string][] => {
  const file = pathToFileURL(secret).href;
  const { port } = outside.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/x.png`;
  return [file, secret, url, `//127.0.0.1:${port}/y.png`, 'secret.png', '../secret.png'].flatMap(
    (href): [string, string][] => [
      ['image', `<image ${box} href="${href}"/>`],
      ['image of XLink', `<image ${box} xlink:href="${href}"/>`],
      [
        'feImage',
        `<filter id="f"><feImage href="${href}"/></filter><rect ${box} filter="url(#f)"/>`,
      ],
      ['use', `<use href="${href}#a"/>`],
      ['fill', `<rect ${box} fill="url(${href}#a)"/>`],
      ['style', `<rect ${box} style="fill:url('${href}#a')"/>`],
      ['import', `<style>@import url(${href});</style><rect ${box} fill="blue"/>`],
      ['escaped import', `<style>\\40 import '${href}';</style>`],
      ['base', `<g xml:base="${file}"><image ${box} href=""/></g>`],
      ['include', `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${href}"/>`],
      [
        'drawing in a drawing',
        `<image ${box} href="data:image/svg+xml;base64,${svg(`<image ${box} href="${href}"/>`).toString('base64')}"/>`,
      ],
      [
        'foreign object',
        `<foreignObject ${box}><img xmlns="http://www.w3.org/1999/xhtml" src="${href}"/></foreignObject>`,
      ],
      ['mask', `<mask id="m"><image ${box} href="${href}"/></mask><rect ${box} mask="url(#m)"/>`],
      [
        'pattern',
        `<pattern id="p" ${box}><image ${box} href="${href}"/></pattern><rect ${box} fill="url(#p)"/>`,
      ],
      ['script', `<script href="${href}">alert(1)</script>`],
      ['handler', `<rect ${box} fill="blue" onload="fetch('${href}')"/>`],
      [
        'font',
        `<style>@font-face{font-family:a;src:url(${href})}</style><text font-family="a">a</text>`,
      ],
    ],
  );
};

test('nothing outside of the file is read, asked for or drawn, however it is named', async () => {
  for (const [what, content] of outsides()) {
    const written = safe(content);
    expect([what, written]).toEqual([
      what,
      expect.not.stringMatching(/127\.0\.0|secret|file:|alert|onload/),
    ]);
    expect([what, content, await showsRed(svg(content))]).toEqual([what, content, false]);
  }
  expect(asked).toEqual([]);
}, 60_000);

test('entities are not expanded', async () => {
  const file = pathToFileURL(secret).href;
  const declared = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "${file}">]>`;
  const drawing = Buffer.concat([
    Buffer.from(declared),
    svg(`<text>&b;&c;</text><rect ${box} fill="blue"/>`),
  ]);
  expect(safeDrawing(drawing, maxPixels)).toContain('<text></text>');
  expect(await showsRed(drawing)).toBe(false);
});

test('what takes layers or time without bounds is left out', () => {
  const costly = [
    'filter="blur(1e9px)"',
    'mask="url(#a)"',
    'stroke-dasharray="1e-9"',
    'marker-mid="url(#a)"',
  ];
  for (const attribute of costly) {
    expect(safe(`<path ${attribute}/>`)).toContain('<path></path>');
    const css = attribute.replace('=', ':').replaceAll('"', '');
    expect(safe(`<path style="${css}"/>`)).toContain('<path></path>');
    expect(safe(`<style>path{${css}}</style>`)).toContain('<style></style>');
  }
});

test('pictures in it count together, and must be what they say', () => {
  const png = pngPage(1000, 1000).toString('base64');
  const image = `<image href="data:image/png;base64,${png}"/>`;
  const drawn = (content: string) => safeDrawing(svg(content), 2_500_000)?.split('<image').length;
  expect(drawn(image.repeat(4))).toBe(3);
  expect(drawn(image.replace(png, 'AAAA'))).toBe(1);
  expect(drawn(image.replace('image/png', 'image/tiff'))).toBe(1);
});

const tangle = (count: number, point: (x: number, y: number) => string) =>
  Array.from({ length: count }, (_, index) => point((index * 37) % 100, (index * 71) % 150)).join(
    '',
  );
const gradient =
  '<radialGradient id="a"><stop offset="0" stop-color="#f00"/><stop offset="1"/></radialGradient>';
const stroke = 'stroke="red" stroke-width="9" stroke-linejoin="round" stroke-linecap="round"';

test.each([
  ['layers', `${gradient}${`<g opacity=".5"><rect ${box} fill="url(#a)"/></g>`.repeat(820)}`],
  ['a filled path', `<path d="M0 0${tangle(2490, (x, y) => `L${x} ${y}`)}"/>`],
  ['a stroked path', `<path ${stroke} d="M0 0${tangle(2490, (x, y) => `L${x} ${y}`)}"/>`],
  [
    'stroked curves',
    `<path ${stroke} d="M0 0${tangle(830, (x, y) => `C9 150 ${y} 0 ${x} ${y}`)}"/>`,
  ],
  ['stroked ellipses', `<ellipse ${stroke} cx="50" cy="70" rx="45" ry="70"/>`.repeat(1600)],
])(
  'as much as is allowed of %s is drawn within seconds',
  async (_, content) => {
    // The time of the processor: other work on the machine does not count.
    const began = process.cpuUsage();
    await renderDrawing(svg(content), { format: 'webp', width: 400 }).catch((error: unknown) => {
      expect(String(error)).toMatch(/took more than 30 seconds/);
    });
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1e6).toBeLessThan(15);
  },
  120_000,
);

test('no other image reaches the program that draws, even if it begins as one and names a drawing', async () => {
  const hostile = svg(`<rect ${box} fill="red"/>`).toString();
  const disguised = [
    hostile,
    `<!--ftypavif-->${hostile}`,
    `<!--ftypheic-->${hostile}`,
    ` \n${hostile}`,
  ];
  for (const text of disguised) {
    await expect(renderImage(Buffer.from(text), { format: 'webp' })).rejects.toThrow(/decoded/);
  }
  expect(isDrawing(pngPage())).toBe(false);
});
