/** Seconds that a page of 1,024 characters takes before anything is known of the reader. */
const usual = 50;
/** A page that took less was leafed over, one that took longer was left lying. */
const least = 5;
const most = 240;
const share = 0.2;

/** Learns how long a page takes the reader. */
export const createReadingPace = (now: () => number = () => performance.now()) => {
  let seconds = usual;
  let last: { page: number; at: number } | null = null;
  return {
    /** Told of the page that is read now. */
    onPage(page: number): void {
      const at = now();
      const pages = last ? page - last.page : 0;
      const each = last && pages > 0 ? (at - last.at) / 1000 / pages : 0;
      if (each >= least && each <= most) seconds += (each - seconds) * share;
      if (pages !== 0 || last === null) last = { page, at };
    },
    /** Whole minutes that so many pages take, at least one. */
    minutesFor: (pages: number): number => Math.max(1, Math.round((pages * seconds) / 60)),
  };
};

export type ReadingPace = ReturnType<typeof createReadingPace>;
