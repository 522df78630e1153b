/** Where books are kept that a person chose for reading without the server. */
export const booksCache = 'octavo-books';

/** The app itself, one cache for each version of it. */
export const appCachePrefix = 'octavo-app-';

/** What the page says to a waiting version when the person agrees to the update. */
export const takeOver = 'take-over';
