import type { RequestListener } from 'node:http';

import { ListenError, listenOn, type ListenOptions } from './listen.ts';

/** Long enough for the pages that are open to notice; then the port is free for others. */
const standsMs = 2 * 60_000;

/**
 * Leads those who still ask at the port that the server had before to the one that it has now, for two
 * minutes. Resolves with what takes it away; a port that somebody else took at once is left to them.
 */
export const openSignpost = async (
  options: Pick<ListenOptions, 'host' | 'port' | 'certificate'>,
  to: number,
): Promise<() => Promise<void>> => {
  const lead: RequestListener = ({ headers, url = '' }, response) => {
    const asked = `${options.certificate ? 'https' : 'http'}://${headers.host ?? ''}`;
    const address = new URL(URL.canParse(asked) ? asked : 'http://127.0.0.1');
    address.port = String(to);
    const path = url.startsWith('/') ? url : '/';
    // Not for ever: another program may listen here tomorrow.
    response.writeHead(307, { location: address.origin + path, 'cache-control': 'no-store' });
    response.end();
  };
  try {
    const { close } = await listenOn(lead, options);
    const timer = setTimeout(() => void close(0), standsMs).unref();
    return async () => {
      clearTimeout(timer);
      await close(0);
    };
  } catch (error) {
    if (error instanceof ListenError) return async () => undefined;
    throw error;
  }
};
