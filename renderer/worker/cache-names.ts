/** Where books are kept that a person chose for reading without the server. */
export const booksCache = 'octavo-books';

/** The app itself, one cache for each version of it. */
export const appCachePrefix = 'octavo-app-';

/** The message to a waiting version after the user accepts the update. */
export const takeOver = 'take-over';
