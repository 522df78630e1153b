import { tooManyImages } from '../image-queue.ts';

/** Maximum queue length per book; exceeded only by requests faster than page turns. */
const maxWaiting = 50;

/**
 * Serialises work per book, so that a book with slow pages delays only itself. Rejects with
 * AppError ServiceUnavailable when a book's queue is full.
 */
export const createDrawingLanes = () => {
  const lanes = new Map<string, { last: Promise<unknown>; count: number }>();
  return {
    run: async <Result>(book: string, task: () => Promise<Result>): Promise<Result> => {
      const lane = lanes.get(book) ?? { last: Promise.resolve(), count: 0 };
      if (lane.count >= maxWaiting) throw tooManyImages();
      lanes.set(book, lane);
      lane.count += 1;
      const result = lane.last.then(task);
      lane.last = result.catch(() => null);
      try {
        return await result;
      } finally {
        lane.count -= 1;
        if (lane.count === 0) lanes.delete(book);
      }
    },
  };
};
