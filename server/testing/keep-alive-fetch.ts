import * as http from 'node:http';
import * as https from 'node:https';

type Headers = Record<string, string>;

/**
 * Reads whole responses of GET and HEAD, for tests that send thousands. It keeps its connections after HEAD,
 * too, where `fetch` makes a new one; it neither follows redirects nor asks for compression.
 */
export const createKeepAliveFetch = () => {
  const options = { keepAlive: true };
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };

  const send = (url: string, method: 'GET' | 'HEAD', headers: Headers): Promise<Response> => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const protocol = url.startsWith('https:') ? 'https:' : 'http:';
    const { request } = protocol === 'https:' ? https : http;
    const sent = request(url, { method, headers, agent: agents[protocol] }, (received) => {
      const { statusCode: status = 0, rawHeaders } = received;
      const pairs = rawHeaders.flatMap((name, index): [string, string][] =>
        index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
      );
      const hasBody = method === 'GET' && status !== 204 && status !== 304;
      const chunks: Buffer[] = [];
      received.on('data', (chunk: Buffer) => chunks.push(chunk));
      received.once('end', () =>
        resolve(new Response(hasBody ? Buffer.concat(chunks) : null, { status, headers: pairs })),
      );
      received.once('error', reject);
    });
    sent.once('error', (error: NodeJS.ErrnoException) => {
      // The server can close an idle connection at the moment of its next request.
      if (sent.reusedSocket && error.code === 'ECONNRESET') {
        send(url, method, headers).then(resolve, reject);
      } else {
        reject(error);
      }
    });
    sent.end();
    return promise;
  };

  return {
    get: (url: string, headers: Headers) => send(url, 'GET', headers),
    head: (url: string, headers: Headers = {}) => send(url, 'HEAD', headers),
  };
};
