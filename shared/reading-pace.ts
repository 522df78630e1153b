/**
 * Seconds for a page of an image book, PDF or text (1,024 characters): shorter is leafing or a jump,
 * longer contains a break. `usual` is the estimate for a reader who is not known yet.
 */
export const readingPace = { least: 5, usual: 50, most: 240 } as const;
