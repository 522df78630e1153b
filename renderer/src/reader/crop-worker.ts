import { findContent } from './crop.ts';

/** Measures a page that has been shrunk to a small bitmap, and answers through the port sent along. */
addEventListener('message', ({ data, ports: [answer] }: MessageEvent<ImageBitmap>) => {
  const { width, height } = data;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  context?.drawImage(data, 0, 0);
  data.close();
  const pixels = context?.getImageData(0, 0, width, height).data;
  answer?.postMessage(pixels ? findContent(pixels, width, height) : null);
});
