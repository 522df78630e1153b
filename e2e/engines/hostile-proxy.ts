import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { hostileFile, hostileText, type ServingMode } from './hostile-book.ts';
import { attacks } from './attacks.ts';
import type { AttackerServer } from './attacker-server.ts';

/** A proxy in handle of Octavo that serves the hostile book in a mode. */
export interface HostileProxy {
  url: string;
  mode: ServingMode;
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
export const startHostileProxy = async (
  server: { url: string },
  attacker: AttackerServer,
): Promise<HostileProxy> => {
  const send = (response: ServerResponse, type: string, body: string) => {
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
    response.end(body);
  };
  const control = (response: ServerResponse, path: string) => {
    const [name = '', file = ''] = path.split('/');
    const attack = attacks.find((candidate) => candidate.name === name);
    const [type, body] = hostileFile(file, name, 'unprotected', attacker) ?? [];
    if (name === '') send(response, 'text/html', controlPage);
    else if (attack && file === 'text.xhtml') {
      send(response, 'application/xhtml+xml', hostileText([attack], 'unprotected', attacker));
    } else if (type !== undefined && body !== undefined) send(response, type, body);
    else response.writeHead(404).end();
  };
  const proxy = createServer((incoming, response) => {
    const { method, url: target = '/', headers } = incoming;
    if (target.startsWith('/control/')) {
      control(response, target.slice('/control/'.length));
      return;
    }
    const isAlone = target.startsWith('/alone/');
    const mode = isAlone ? 'stripped' : handle.mode;
    const file = /\/resources\/([^?]+)/.exec(target)?.[1] ?? '';
    const [type, own] = hostileFile(file, 'file', mode, attacker) ?? [];
    if (!isAlone && mode !== 'cleaned' && type !== undefined && own !== undefined) {
      send(response, type, own);
      return;
    }
    const isText = !isAlone && file === 'text.xhtml' && mode !== 'cleaned';
    // Drop conditional headers: otherwise the response may be a 304 for another mode's version.
    const requestHeaders = isText
      ? { accept: '*/*', host: headers.host, cookie: headers.cookie }
      : headers;
    const upstream = request(
      server.url + target.replace(/^\/alone(?=\/)/, ''),
      { method, headers: requestHeaders },
      (received) => {
        const dropped = [...(isText ? ofBytes : []), ...(mode === 'stripped' ? policies : [])];
        const forwarded = Object.entries(received.headers).filter(
          ([name]) => !dropped.includes(name),
        );
        response.writeHead(received.statusCode ?? 502, Object.fromEntries(forwarded));
        if (isText) {
          received.resume();
          response.end(hostileText(attacks, mode, attacker));
        } else received.pipe(response);
      },
    );
    upstream.on('error', () => response.destroy());
    incoming.pipe(upstream);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const handle: HostileProxy = {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    mode: 'cleaned',
    close: () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
  return handle;
};

const frames = attacks
  .filter(({ isAlone }) => isAlone === undefined)
  .map(({ name }) => `<iframe name="${name}" src="/control/${name}/text.xhtml"></iframe>`);
const controlPage = `<!doctype html><title>Control</title>${frames.join('')}`;
