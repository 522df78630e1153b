import type { RequestListener } from 'node:http';

import { ListenError, listenOn, type ListenOptions } from './listen.ts';

/** Long enough for open pages to notice; then the port is released; ms. */
const redirectMs = 2 * 60_000;

/**
 * Whether a request is redirected, by its `Sec-Fetch-Dest`, which programs do not send. What an open page requests
 * fails instead, because its policy refuses other origins and reports each as a violation; by the redirect of the
 * server's health it learns that the server has moved.
 */
const isRedirected = (destination: unknown, url: string): boolean =>
  destination === undefined ||
  destination === 'document' ||
  (destination === 'empty' && url.endsWith('/api/v1/health'));

/**
 * Redirects requests at the server's previous port to the current one for two minutes. Resolves
 * with a function that stops it; does nothing if another program already uses the port.
 */
export const startPortRedirect = async (
  options: Pick<ListenOptions, 'host' | 'port' | 'certificate'>,
  currentPort: number,
): Promise<() => Promise<void>> => {
  const lead: RequestListener = ({ headers, url = '' }, response) => {
    if (!isRedirected(headers['sec-fetch-dest'], url)) {
      response.writeHead(503, { 'cache-control': 'no-store' });
      response.end();
      return;
    }
    const requested = `${options.certificate ? 'https' : 'http'}://${headers.host ?? ''}`;
    const address = new URL(URL.canParse(requested) ? requested : 'http://127.0.0.1');
    address.port = String(currentPort);
    const path = url.startsWith('/') ? url : '/';
    // A temporary redirect, because another program can use this port later.
    response.writeHead(307, { location: address.origin + path, 'cache-control': 'no-store' });
    response.end();
  };
  try {
    const { close } = await listenOn(lead, options);
    const timer = setTimeout(() => void close(0), redirectMs).unref();
    return async () => {
      clearTimeout(timer);
      await close(0);
    };
  } catch (error) {
    if (error instanceof ListenError) return async () => undefined;
    throw error;
  }
};
