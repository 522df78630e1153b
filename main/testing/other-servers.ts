import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { selfSigned } from '../../server/features/sharing/certificate.ts';
import type { Certificate } from '../../server/http/net/listen.ts';
import { startTestServer, type TestServer } from '../../server/testing/server.ts';

/** A self-signed certificate for this machine; with the key of an earlier one, a renewed one. */
export const certificateFor = (key?: string): Certificate =>
  selfSigned(key ?? newKey(), ['localhost', '127.0.0.1'], new Date());

const newKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }) as string;

/** A real Octavo with its own data; with a certificate it speaks TLS. */
export const startOtherServer = async (
  options: { certificate?: Certificate; port?: number; dataDir?: string } = {},
): Promise<TestServer> => {
  const { certificate, port = 0, dataDir } = options;
  const folder = certificate && mkdtempSync(join(tmpdir(), 'octavo-tls-'));
  const files = folder && { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  if (certificate && files) {
    writeFileSync(files.cert, certificate.cert);
    writeFileSync(files.key, certificate.key);
  }
  const server = await startTestServer({
    // Without TLS a client signs in; the certificates here are not trusted by it.
    bare: certificate !== undefined,
    ...(dataDir !== undefined && { dataDir }),
    config: (config) => {
      config.server.port = port;
      if (files) config.tls = files;
    },
  });
  if (folder) rmSync(folder, { recursive: true });
  return server;
};

/** Something that is not Octavo, or stands before it; with a certificate it speaks TLS. */
export const listenWith = async (
  answer: RequestListener,
  certificate?: Certificate,
): Promise<{ url: string; stop: () => Promise<void> }> => {
  const server: Server = certificate
    ? createSecureServer(certificate, answer)
    : createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${String(port)}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** A proxy that serves a server below a base path. */
export const proxyBelow =
  (base: string, target: string): RequestListener =>
  (incoming, response) => {
    const path = incoming.url ?? '/';
    if (!path.startsWith(`${base}/`)) {
      response.writeHead(404).end('Not here');
      return;
    }
    request(target + path.slice(base.length), { method: incoming.method }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }).end();
  };
