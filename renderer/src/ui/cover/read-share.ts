interface Counts {
  book_count: number;
  unread_count: number | null;
  in_progress_count: number | null;
}

/** Share of the books that were read to the end, 0 to 1: a book that was only begun is not read. */
export const readShare = (counts: Counts): number => {
  const { book_count: books, unread_count: unread, in_progress_count: begun } = counts;
  return books === 0 ? 0 : (books - (unread ?? books) - (begun ?? 0)) / books;
};
