import { imageSize } from './image-size/image-size.ts';

/** Width of an image divided by its height, to 4 decimals; null if its size is unknown. */
export const coverRatio = (image: Buffer): number | null => {
  const size = imageSize(image);
  return size && Math.round((size.width / size.height) * 10_000) / 10_000;
};
