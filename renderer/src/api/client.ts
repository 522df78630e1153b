import { getBookThumbnail } from '../../../shared/api/books.ts';
import { getPage } from '../../../shared/api/pages.ts';
import { getSeriesThumbnail } from '../../../shared/api/series.ts';
import { createClient, type Fetch } from '../../../shared/client.ts';
import { AppError } from '../../../shared/errors.ts';
import { isWebPage } from '../../worker/is-web-page.ts';
import { basePath, serverUrl } from './base-path.ts';
import { patienceMs, ProxyAsks, setLost, useConnection } from './connection-store.ts';
import { learnServerTime } from './server-clock.ts';
import { takeFirstResponse } from './first-responses.ts';
import { readToken } from './token.ts';
import { viewAsHeaders } from './view-as.ts';

/** A proxy responds in place of a server that is down, and until the person has signed in at the proxy. */
const refuseProxy = (response: Response): Response => {
  const { status, headers } = response;
  if (headers.get('content-type')?.includes('json')) return response;
  // A redirect, which the server never sends here, has the status 0. A page can count as success.
  if (!status || status === 401 || (status < 300 && isWebPage(response))) throw new ProxyAsks();
  if (status > 501) throw new TypeError();
  return response;
};

/** A server that is lost may not even refuse a connection. */
const impatient = ({ method, signal }: Parameters<Fetch>[1]): { signal?: AbortSignal } => {
  if (method !== 'GET' || !useConnection.getState().lost) return {};
  const patience = AbortSignal.timeout(patienceMs);
  return { signal: signal ? AbortSignal.any([signal, patience]) : patience };
};

/**
 * Any response of the server shows that it is reachable and sets the clock offset. A 401 on a call with a
 * token means that the session has expired; what a page reads and changes follows when the person has signed in again.
 */
const browserFetch = async (url: string, init: Parameters<Fetch>[1]): Promise<Response> => {
  const response = await (
    takeFirstResponse(url, init) ??
    window.fetch(url, { ...init, ...impatient(init), redirect: 'manual' })
  )
    .then(refuseProxy)
    .catch((error: unknown) => {
      if (init.signal?.aborted !== true) setLost(true, error instanceof ProxyAsks);
      throw error;
    });
  setLost(false);
  learnServerTime(response.headers.get('date'));
  if (response.status === 401) {
    const { headersAfterExpiry } = await import('./expired-session.ts');
    const headers = await headersAfterExpiry(init, response);
    if (headers !== null) return browserFetch(url, { ...init, headers });
  }
  return response;
};

/** Typed API client for the server that served this page. */
export const api = createClient({
  baseUrl: basePath,
  fetch: browserFetch,
  headers: (): Record<string, string> => {
    const token = readToken();
    return token === null ? {} : { authorization: `Bearer ${token}`, ...viewAsHeaders() };
  },
});

/**
 * `version` is a cache buster: it changes with the cover, so that the browser reloads the image.
 */
export const bookThumbnailUrl = (id: string, version?: number): string =>
  serverUrl(getBookThumbnail, { params: { id }, query: { v: version } });

export const seriesThumbnailUrl = (id: string, version?: number): string =>
  serverUrl(getSeriesThumbnail, { params: { id }, query: { v: version } });

/** Number of times that the file of a book was replaced since the app was loaded. */
const replacements = new Map<string, number>();

/** Gives the pages of a replaced file other URLs, because browsers do not ask again for an image that they show. */
export const renewPageUrls = (bookId: string): void => {
  replacements.set(bookId, (replacements.get(bookId) ?? 0) + 1);
};

/** URL of a page image, 1-indexed; without a size, the server returns the original bytes. */
export const pageUrl = (
  bookId: string,
  page: number,
  size: { width?: number; height?: number } = {},
): string =>
  serverUrl(getPage, {
    params: { book_id: bookId, page_number: page },
    query: { ...size, v: replacements.get(bookId) },
  });

/** The message to show for an error; null if there is only the generic one. */
export const errorMessage = (error: unknown): string | null =>
  error instanceof AppError && error.code !== 'InternalError' ? error.message : null;
