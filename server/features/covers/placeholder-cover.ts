import type { Content } from '../../http/api/content.ts';
import { encodePixels } from '../../media/images.ts';

/** A rectangle of one shade of grey: position and size in pixels, shade from 0 to 255. */
interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
  grey: number;
}

const width = 300;
const height = 450;

/** A closed book on a light background; later areas cover earlier ones. */
const areas: readonly Area[] = [
  { x: 0, y: 0, width, height, grey: 226 },
  { x: 84, y: 131, width: 140, height: 196, grey: 205 },
  { x: 78, y: 125, width: 140, height: 196, grey: 176 },
  { x: 78, y: 125, width: 16, height: 196, grey: 152 },
  { x: 112, y: 160, width: 86, height: 10, grey: 205 },
  { x: 112, y: 180, width: 56, height: 10, grey: 205 },
];

const draw = (): Promise<Buffer> => {
  const pixels = new Uint8Array(width * height * 3);
  for (const area of areas) {
    for (let row = area.y; row < area.y + area.height; row++) {
      const start = (row * width + area.x) * 3;
      pixels.fill(area.grey, start, start + area.width * 3);
    }
  }
  return encodePixels({ width, height, pixels }, 'jpeg');
};

/** A JPEG for clients that require a cover; drawn on first use. */
export const createPlaceholderCover = (): (() => Promise<Content>) => {
  let drawn: Promise<Buffer> | undefined;
  return async () => ({
    media_type: 'image/jpeg',
    etag: 'placeholder-cover-1',
    body: await (drawn ??= draw()),
  });
};
