import { createFairList, type FairList } from '../../tasks/fair-list.ts';
import { tooManyImages } from '../image-queue.ts';

/** Maximum queue length per book, in total and per owner; more than page turns ever need. */
const maxWaiting = 160;
const maxOfOne = 40;

/**
 * Serialises work per book, so that a book with slow pages delays only itself; in turn for each
 * owner. Rejects with AppError ServiceUnavailable when a book's queue is full.
 */
export const createDrawingLanes = () => {
  /** The queues of the books that are being drawn. */
  const lanes = new Map<string, FairList<() => void>>();

  const begin = async <Result>(book: string, task: () => Promise<Result>): Promise<Result> => {
    try {
      return await task();
    } finally {
      const next = lanes.get(book)?.take();
      if (next) next();
      else lanes.delete(book);
    }
  };

  return {
    run: async <Result>(
      book: string,
      owner: string,
      task: () => Promise<Result>,
    ): Promise<Result> => {
      const lane = lanes.get(book);
      if (!lane) {
        lanes.set(book, createFairList());
        return begin(book, task);
      }
      if (lane.size >= maxWaiting || lane.sizeOf(owner) >= maxOfOne) throw tooManyImages();
      return new Promise((resolve) => {
        lane.add(owner, () => resolve(begin(book, task)));
      });
    },
  };
};
