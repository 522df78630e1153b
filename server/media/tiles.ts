import { loadSharp } from './images.ts';

/** Pixels of a tile; four make the cover of a list. */
const tile = { width: 200, height: 300 };

/** Places four covers in two rows of two, cropped from the top, as a PNG without compression. */
export const composeTiles = async (covers: readonly Buffer[]): Promise<Buffer> => {
  const sharp = await loadSharp();
  const tiles = await Promise.all(
    covers.map((cover) =>
      sharp(cover)
        .resize({ ...tile, fit: 'cover', position: 'top' })
        .toBuffer(),
    ),
  );
  const create = {
    width: 2 * tile.width,
    height: 2 * tile.height,
    channels: 3 as const,
    background: '#888888',
  };
  return sharp({ create })
    .composite(
      tiles.map((input, index) => ({
        input,
        left: (index % 2) * tile.width,
        top: Math.floor(index / 2) * tile.height,
      })),
    )
    .png({ compressionLevel: 0 })
    .toBuffer();
};
