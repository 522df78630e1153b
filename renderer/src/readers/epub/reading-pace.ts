import { readingPace } from '../../../../shared/reading-pace.ts';

const { least, usual, most } = readingPace;
const share = 0.2;

/** Estimates the reading speed. */
export const createReadingPace = (now: () => number = () => performance.now()) => {
  let seconds = usual;
  let last: { page: number; at: number } | null = null;
  return {
    /** Records the current page. */
    onPage(page: number): void {
      const time = now();
      const pages = last ? page - last.page : 0;
      const each = last && pages > 0 ? (time - last.at) / 1000 / pages : 0;
      if (each >= least && each <= most) seconds += (each - seconds) * share;
      if (pages !== 0 || last === null) last = { page, at: time };
    },
    /** Estimated minutes for a number of pages, at least one. */
    minutesFor: (pages: number): number => Math.max(1, Math.round((pages * seconds) / 60)),
  };
};

export type ReadingPace = ReturnType<typeof createReadingPace>;
