/**
 * Renders all icons from `build/icon.svg` and the tray shapes below. The results are committed; run
 * `node scripts/make-icons.ts` after changing a drawing.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';

import type { TrayState } from '../main/ports.ts';

interface Image {
  size: number;
  png: Buffer;
}

const render = async (svg: string | Buffer, size: number): Promise<Image> => ({
  size,
  png: await sharp(Buffer.from(svg), { density: 288 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer(),
});

/**
 * ICO: a directory entry of 16 bytes per image, then the images as PNG. A size of 256 is stored as
 * 0. https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
 */
const ico = (images: Image[]): Buffer => {
  const header = Buffer.alloc(6 + 16 * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  images.forEach(({ size, png }, index) => {
    const entry = 6 + 16 * index;
    header.writeUInt8(size % 256, entry);
    header.writeUInt8(size % 256, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(png.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  });
  return Buffer.concat([header, ...images.map(({ png }) => png)]);
};

/** ICNS: the magic `icns` and the file length, then type, length and PNG of each image. */
const icns = (images: { type: string; png: Buffer }[]): Buffer => {
  const chunk = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32BE(content.length + head.length, 4);
    return Buffer.concat([head, content]);
  };
  return chunk('icns', Buffer.concat(images.map(({ type, png }) => chunk(type, png))));
};

/** ICNS chunk type → pixels; the second half are the Retina versions. */
const icnsSizes = {
  icp4: 16,
  icp5: 32,
  ic07: 128,
  ic08: 256,
  ic09: 512,
  ic11: 32,
  ic12: 64,
  ic13: 256,
  ic14: 512,
  ic10: 1024,
} as const;

const book = (ink: string) => `
  <path d="M16 9C12.6 6.4 8.4 5.6 4 6.4v17c4.4-.8 8.6 0 12 2.6z" fill="${ink}"/>
  <path d="M16 9c3.4-2.6 7.6-3.4 12-2.6v17c-4.4-.8-8.6 0-12 2.6z" fill="${ink}" fill-opacity=".72"/>`;

/** A badge with a gap around it, so that it stays legible in monochrome. */
const badge = (mark: string, fill: string) => `
  <mask id="gap"><rect width="32" height="32" fill="white"/><circle cx="24.5" cy="23.5" r="8" fill="black"/></mask>
  <g mask="url(#gap)">BOOK</g>
  <circle cx="24.5" cy="23.5" r="6.5" fill="${fill}"/>${mark}`;

/** Tray icon of a state on a 32-unit grid; `cut` is the colour of the symbol on the badge. */
const trayDrawing = (state: TrayState, colours: Record<TrayState, string>, cut: string) => {
  const stroke = `fill="none" stroke="${cut}" stroke-width="1.9" stroke-linecap="round"`;
  const body = {
    idle: 'BOOK',
    working: badge(`<path d="M24.5 20v7m-2.8-2.8 2.8 2.8 2.8-2.8" ${stroke}/>`, colours.working),
    attention: badge(`<path d="M24.5 20v4m0 2.9v.1" ${stroke}/>`, colours.attention),
    // Radio waves.
    sharing: badge(
      `<path d="M24.5 26.6v.1m-2-2.5a2.9 2.9 0 0 1 4 0m-6.1-2.3a6 6 0 0 1 8.2 0" ${stroke}/>`,
      colours.sharing,
    ),
  }[state].replace('BOOK', book(colours.idle));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${body}</svg>`;
};

/** Grey with a light core is legible on dark and light taskbars. */
const coloured = { idle: '#a9b3cf', working: '#3b82f6', attention: '#f0663f', sharing: '#1f9d78' };
const black = { idle: '#000', working: '#000', attention: '#000', sharing: '#000' };

/**
 * macOS colours template images itself: only black and transparent are allowed, so symbols are
 * holes.
 */
const template = async (state: TrayState, size: number): Promise<Buffer> => {
  const { data, info } = await sharp(Buffer.from(trayDrawing(state, black, '#fff')), {
    density: 288,
  })
    .resize(size, size)
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (let index = 0; index < data.length; index += 4) {
    const lightness = (data[index] ?? 0) / 255;
    data[index + 3] = Math.round((data[index + 3] ?? 0) * (1 - lightness));
    data.fill(0, index, index + 3);
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
    .png({ compressionLevel: 9 })
    .toBuffer();
};

const icon = readFileSync('build/icon.svg');
writeFileSync('build/icon.png', (await render(icon, 1024)).png);
writeFileSync(
  'build/icon.ico',
  ico(await Promise.all([16, 24, 32, 48, 64, 128, 256].map((size) => render(icon, size)))),
);
writeFileSync(
  'build/icon.icns',
  icns(
    await Promise.all(
      Object.entries(icnsSizes).map(async ([type, size]) => ({
        type,
        png: (await render(icon, size)).png,
      })),
    ),
  ),
);

mkdirSync('build/tray', { recursive: true });
for (const state of ['idle', 'working', 'attention', 'sharing'] as const) {
  const drawing = trayDrawing(state, coloured, '#fff');
  for (const [suffix, scale] of [
    ['', 1],
    ['@2x', 2],
  ] as const) {
    const name = `build/tray/tray-${state}`;
    writeFileSync(`${name}${suffix}.png`, (await render(drawing, 16 * scale)).png);
    writeFileSync(`${name}Template${suffix}.png`, await template(state, 16 * scale));
  }
}

/**
 * The system masks these to its own shape: the background is full-bleed, the drawing has a margin.
 */
const uncut = (share: number): Buffer => {
  const inset = (1024 * (1 - share)) / 2;
  const drawing = icon
    .toString()
    .replace(/<rect .*?\/>/, '<rect width="1024" height="1024" fill="url(#ground)"/>')
    .replace('<g ', `<g transform="translate(${inset} ${inset}) scale(${share})" `);
  return Buffer.from(drawing);
};

mkdirSync('renderer/public/icons', { recursive: true });
for (const [name, svg, size] of [
  ['icon-192', icon, 192],
  ['icon-512', icon, 512],
  ['maskable-512', uncut(0.85), 512],
  ['apple-touch-icon', uncut(0.95), 180],
] as const) {
  writeFileSync(`renderer/public/icons/${name}.png`, (await render(svg, size)).png);
}
