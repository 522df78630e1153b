import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { hostileFile, hostileText, type Way } from './hostile-book.ts';
import { shapes } from './hostile-shapes.ts';
import type { Stranger } from './stranger.ts';

/** A proxy in front of Octavo that serves the hostile book as `way` says. */
export interface HostileFront {
  url: string;
  way: Way;
  close(): void;
}

/** Protective headers, and those invalidated by replacing the body. */
const policies = ['content-security-policy', 'x-frame-options'];
const ofBytes = ['content-length', 'content-encoding', 'etag', 'last-modified'];

/**
 * In the modes `raw` and `stripped`, the text is not cleaned, and its files are served although the
 * server lists no scripts. In the mode `stripped`, the policy is missing as well. Below `/control`
 * are the attacks one by one without any policy, and a page that frames them. Below `/alone` are
 * the files of the book as the server cleans them, without the policy, so that only the cleaning
 * protects.
 */
export const hostileFront = async (
  server: { url: string },
  stranger: Stranger,
): Promise<HostileFront> => {
  const send = (answer: ServerResponse, type: string, body: string) => {
    answer.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
    answer.end(body);
  };
  const control = (answer: ServerResponse, path: string) => {
    const [name = '', file = ''] = path.split('/');
    const shape = shapes.find((candidate) => candidate.name === name);
    const [type, body] = hostileFile(file, name, 'loose', stranger) ?? [];
    if (name === '') send(answer, 'text/html', controlPage);
    else if (shape && file === 'text.xhtml') {
      send(answer, 'application/xhtml+xml', hostileText([shape], 'loose', stranger));
    } else if (type !== undefined && body !== undefined) send(answer, type, body);
    else answer.writeHead(404).end();
  };
  const proxy = createServer((incoming, answer) => {
    const { method, url: target = '/', headers } = incoming;
    if (target.startsWith('/control/')) {
      control(answer, target.slice('/control/'.length));
      return;
    }
    const isAlone = target.startsWith('/alone/');
    const way = isAlone ? 'stripped' : front.way;
    const file = /\/resources\/([^?]+)/.exec(target)?.[1] ?? '';
    const [type, own] = hostileFile(file, 'file', way, stranger) ?? [];
    if (!isAlone && way !== 'cleaned' && type !== undefined && own !== undefined) {
      send(answer, type, own);
      return;
    }
    const isText = !isAlone && file === 'text.xhtml' && way !== 'cleaned';
    // Drop conditional headers: otherwise the response may be a 304 for another way's version.
    const asked = isText ? { accept: '*/*', host: headers.host, cookie: headers.cookie } : headers;
    const passed = request(
      server.url + target.replace(/^\/alone(?=\/)/, ''),
      { method, headers: asked },
      (response) => {
        const dropped = [...(isText ? ofBytes : []), ...(way === 'stripped' ? policies : [])];
        const kept = Object.entries(response.headers).filter(([name]) => !dropped.includes(name));
        answer.writeHead(response.statusCode ?? 502, Object.fromEntries(kept));
        if (isText) {
          response.resume();
          answer.end(hostileText(shapes, way, stranger));
        } else response.pipe(answer);
      },
    );
    passed.on('error', () => answer.destroy());
    incoming.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const front: HostileFront = {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    way: 'cleaned',
    close: () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
  return front;
};

const frames = shapes
  .filter(({ isAlone }) => isAlone === undefined)
  .map(({ name }) => `<iframe name="${name}" src="/control/${name}/text.xhtml"></iframe>`);
const controlPage = `<!doctype html><title>Control</title>${frames.join('')}`;
