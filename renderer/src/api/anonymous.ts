import { createClient } from '../../../shared/client.ts';
import { basePath } from './base-path.ts';

/** A client without the page's token, whose 401 does not end the page's session. */
export const anonymous = createClient({
  baseUrl: basePath,
  fetch: (url, init) => window.fetch(url, init),
});
