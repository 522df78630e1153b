/** The name of calibre's database, in the root of each of its libraries. */
export const calibreName = 'metadata.db';
