import { endpointUrl } from '../../../shared/client.ts';

/**
 * The path before those of the server, where a proxy serves it below another site: `/octavo`, or
 * empty. The server writes it into the page.
 */
export const basePath: string =
  typeof document === 'undefined' ? '' : (document.documentElement.dataset['basePath'] ?? '');

/** The URL path of an endpoint, as a browser requests it: `/octavo/api/v1/books/…`. */
export const serverUrl: typeof endpointUrl = (...input) => basePath + endpointUrl(...input);
