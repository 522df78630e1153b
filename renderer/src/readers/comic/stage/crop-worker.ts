import { findContent } from './crop.ts';

/** Measures a downscaled bitmap and replies on the transferred port. */
addEventListener('message', ({ data, ports: [answer] }: MessageEvent<ImageBitmap>) => {
  const { width, height } = data;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  context?.drawImage(data, 0, 0);
  data.close();
  const pixels = context?.getImageData(0, 0, width, height).data;
  answer?.postMessage(pixels ? findContent(pixels, width, height) : null);
});
