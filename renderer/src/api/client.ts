import { getBookThumbnail } from '../../../shared/api/books.ts';
import { getPage } from '../../../shared/api/pages.ts';
import { getSeriesThumbnail } from '../../../shared/api/series.ts';
import { createClient, endpointUrl, type Fetch } from '../../../shared/client.ts';
import { AppError } from '../../../shared/errors.ts';
import { setLost } from './connection-store.ts';
import { learnServerTime } from './server-clock.ts';
import { expireSession } from './session-store.ts';
import { readToken } from './token.ts';

/**
 * A 401 to a call that carried a token means that the session has ended: the page asks to sign in.
 * Every answer shows that the server is there, and tells the time.
 */
const browserFetch: Fetch = async (url, init) => {
  const response = await window.fetch(url, init).catch((error: unknown) => {
    if (init.signal?.aborted !== true) setLost(true);
    throw error;
  });
  setLost(false);
  learnServerTime(response.headers.get('date'));
  if (response.status === 401 && 'authorization' in init.headers) expireSession();
  return response;
};

/** The typed client of the server that served this page. */
export const api = createClient({
  baseUrl: '',
  fetch: browserFetch,
  headers: (): Record<string, string> => {
    const token = readToken();
    return token === null ? {} : { authorization: `Bearer ${token}` };
  },
});

/** `version` changes when a cover does, so that an image already shown is loaded again. */
export const bookThumbnailUrl = (id: string, version?: number): string =>
  endpointUrl(getBookThumbnail, { params: { id }, query: { v: version } });

export const seriesThumbnailUrl = (id: string, version?: number): string =>
  endpointUrl(getSeriesThumbnail, { params: { id }, query: { v: version } });

/** The image of a page, 1-indexed; without a size the stored bytes, untouched. */
export const pageUrl = (
  bookId: string,
  page: number,
  size: { width?: number; height?: number } = {},
): string =>
  endpointUrl(getPage, { params: { book_id: bookId, page_number: page }, query: { ...size } });

/** The sentence of a failure that a person may read; null where only a general one can be given. */
export const errorMessage = (error: unknown): string | null =>
  error instanceof AppError && error.code !== 'InternalError' ? error.message : null;
