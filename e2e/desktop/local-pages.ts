import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { chooserUrl } from '../../main/connection/chooser-page.ts';
import type { LocalPagesPort } from '../../main/ports.ts';

/** Serves the shell's own pages over HTTP, because Chromium alone does not know their scheme. */
export const createLocalPages = (): LocalPagesPort & { urlOf(url: string): Promise<string> } => {
  let respond: (request: Request) => Promise<Response>;
  const server = createServer((asked, response) => {
    void (async () => {
      const { method = 'GET', url = '/' } = asked;
      const body = method === 'GET' ? {} : { body: await text(asked) };
      const answer = await respond(new Request(chooserUrl + url, { method, ...body }));
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    })();
  });
  server.unref();
  return {
    serve: (_partition, next) => {
      respond = next;
    },
    urlOf: async (url) => {
      if (!url.startsWith(chooserUrl)) return url;
      if (!server.listening) {
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      }
      const { port } = server.address() as AddressInfo;
      return url.replace(chooserUrl, `http://127.0.0.1:${String(port)}`);
    },
  };
};
