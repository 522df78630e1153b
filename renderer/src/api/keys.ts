/**
 * Query keys, from general to particular, so that an event can invalidate all of
 * `['books', 'shelf']` without knowing which shelves are on the page.
 */
export const keys = {
  annotations: ['annotations'],
  duplicates: ['duplicates'],
  health: ['health'],
  trash: ['trash'],
  collections: ['lists', 'collections'],
  readLists: ['lists', 'readLists'],
  positions: ['places'],
  positionConflicts: ['places', 'questions'],
  positionHistory: (bookId: string) => ['places', 'of-book', bookId],
  libraries: ['libraries'],
  scans: ['scans'],
  scanStatus: (libraryId: string) => ['scans', 'status', libraryId],
  seriesPages: ['series', 'page'],
  seriesPage: (query: object) => ['series', 'page', query],
  seriesShelves: ['series', 'shelf'],
  seriesShelf: (name: string) => ['series', 'shelf', name],
  seriesDetail: (id: string) => ['series', 'detail', id],
  seriesBooks: (id: string) => ['books', 'of-series', id],
  bookPages: ['books', 'page'],
  bookPage: (query: object) => ['books', 'page', query],
  bookShelves: ['books', 'shelf'],
  bookShelf: (name: string) => ['books', 'shelf', name],
  bookDetail: (id: string) => ['books', 'detail', id],
} as const;
