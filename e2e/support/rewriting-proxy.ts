import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/**
 * A proxy in front of a server that rewrites the responses of matching paths, e.g. to simulate a
 * new version of the app. It answers 502 while the server is stopped.
 */
export const startRewritingProxy = async (
  server: { url: string },
  rewritten: string | RegExp,
  rewrite: (body: string) => string,
  retype = (type: string): string => type,
): Promise<{ url: string; close(): void }> => {
  const front = createServer((incoming, answer) => {
    const { method, url: target = '/', headers } = incoming;
    const isRewritten =
      typeof rewritten === 'string' ? target === rewritten : rewritten.test(target);
    // Request the full, uncompressed body regardless of the browser's cache.
    const { accept = '*/*', host } = headers;
    const asked = isRewritten ? { accept, host } : headers;
    const passed = request(server.url + target, { method, headers: asked }, (response) => {
      if (!isRewritten) {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
        return;
      }
      const type = retype(response.headers['content-type'] ?? '');
      answer.writeHead(response.statusCode ?? 502, { 'content-type': type });
      void text(response).then((body) => answer.end(rewrite(body)));
    });
    passed.on('error', () => {
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502, { 'content-type': 'text/html' }).end('Bad gateway');
    });
    incoming.pipe(passed);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      front.closeAllConnections();
      front.close();
    },
  };
};
