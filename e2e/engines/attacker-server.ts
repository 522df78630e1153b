import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A third-party server that records requests. */
export interface AttackerServer {
  url: string;
  /** Another port, named only by resource hints. */
  hintedUrl: string;
  /** Requested paths, and `hinted` for a connection to that port. */
  requests: Set<string>;
  close(): void;
}

const listen = async (server: ReturnType<typeof createServer>) => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

export const startAttackerServer = async (): Promise<AttackerServer> => {
  const requests = new Set<string>();
  const server = createServer((request, response) => {
    requests.add(request.url ?? '');
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/plain' });
    response.end();
  });
  const other = createServer((_request, response) => response.end());
  other.on('connection', () => requests.add('hinted'));
  const [url, hintedUrl] = await Promise.all([listen(server), listen(other)]);
  return {
    url,
    hintedUrl,
    requests,
    close: () => {
      for (const listener of [server, other]) {
        listener.closeAllConnections();
        listener.close();
      }
    },
  };
};
