import type { Rect } from './page-view.ts';

/** Pixels of the shorter side that a page is measured at: enough for a border of one percent. */
const measured = 240;

/** Measures the borders of loaded pages off the main thread. */
export interface CropFinder {
  /** What is inside the borders; null where nothing is to be cropped or it cannot be told. */
  find: (image: HTMLImageElement) => Promise<Rect | null>;
  close: () => void;
}

/** The worker is started with the first page that is asked about. */
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
