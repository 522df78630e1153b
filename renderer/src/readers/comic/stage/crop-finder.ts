import type { Rect } from './page-view.ts';

/** Shorter side of the page while measured (px): enough for a border of 1 %. */
const measured = 240;

/** Measures the borders of loaded pages off the main thread. */
export interface CropFinder {
  /**
   * The rectangle inside the borders; null if there is nothing to crop or it cannot be determined.
   */
  find: (image: HTMLImageElement) => Promise<Rect | null>;
  close: () => void;
}

/** Starts its worker on first use. */
export const createCropFinder = (): CropFinder => {
  let worker: Worker | null = null;
  const start = () => new Worker(new URL('./crop-worker.ts', import.meta.url), { type: 'module' });

  return {
    async find(image) {
      const bitmap = await shrink(image).catch(() => null);
      if (!bitmap) return null;
      worker ??= start();
      const { port1, port2 } = new MessageChannel();
      const answer = new Promise<Rect | null>((resolve) => {
        port1.onmessage = ({ data }: MessageEvent<Rect | null>) => {
          port1.close();
          resolve(data);
        };
      });
      worker.postMessage(bitmap, [bitmap, port2]);
      return answer;
    },
    close() {
      worker?.terminate();
      worker = null;
    },
  };
};

const shrink = (image: HTMLImageElement): Promise<ImageBitmap> => {
  const scale = measured / Math.min(image.naturalWidth, image.naturalHeight);
  return createImageBitmap(image, {
    resizeWidth: Math.max(1, Math.round(image.naturalWidth * scale)),
    resizeHeight: Math.max(1, Math.round(image.naturalHeight * scale)),
    resizeQuality: 'medium',
  });
};
