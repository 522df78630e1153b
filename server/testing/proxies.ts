import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';

import { createCertificates } from '../features/sharing/certificates.ts';

/** The proxies of the guide. */
export type ProxyKind = 'nginx' | 'caddy';

/** The program of a proxy, or null; Debian's nginx is where only root looks. */
export const findProxy = (kind: ProxyKind): string | null =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, kind))
    .find((file) => existsSync(file)) ?? null;

export interface ProxyOptions {
  kind: ProxyKind;
  /** Whether the proxy serves Octavo below `/octavo`, or at a name of its own. */
  isBelowPath: boolean;
  /** The server's own URL. */
  upstream: string;
  /** An empty folder for its files. */
  folder: string;
}

export interface RunningProxy {
  /** `https://localhost:<port>`. */
  origin: string;
  /** Its certificate, PEM. */
  certificate: string;
  stop(): Promise<void>;
}

const guide = join(import.meta.dirname, '../../docs/behind-a-proxy.md');

/** A configuration of the guide: for each proxy first the one for a name of its own. */
const configurationOf = (kind: ProxyKind, isBelowPath: boolean): string => {
  const language = kind === 'caddy' ? 'caddyfile' : 'nginx';
  const blocks = readFileSync(guide, 'utf8').matchAll(/^```(\w+)\n(.*?)^```/gms);
  const own = Array.from(blocks).filter(([, name]) => name === language);
  const text = own[isBelowPath ? 1 : 0]?.[2];
  if (own.length !== 2 || text === undefined) throw new Error(`The guide has no ${kind} for this`);
  return text;
};

/** Differences between the guide and a test: addresses, ports and the files of the certificate. */
const placeholders = (origin: string, upstream: string, folder: string): [string, string][] => {
  const { host, port } = new URL(origin);
  return [
    ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`],
    ['server_name books.example.org;', 'server_name localhost;'],
    ['server_name example.org;', 'server_name localhost;'],
    ['books.example.org {', `https://${host} {`],
    ['example.org {', `https://${host} {`],
    ['/etc/ssl/octavo/', `${folder}/`],
    ['127.0.0.1:4477', new URL(upstream).host],
  ];
};

const programs: Record<
  ProxyKind,
  {
    file: string;
    around: (folder: string, own: string) => string;
    args: (file: string) => string[];
  }
> = {
  nginx: {
    file: 'nginx.conf',
    around: (folder, own) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${folder}/nginx.pid;
error_log stderr warn;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  ${own}
}`,
    args: (file) => ['-e', 'stderr', '-c', file],
  },
  caddy: {
    file: 'Caddyfile',
    around: (_folder, own) => `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${own}`,
    args: (file) => ['run', '--config', file, '--adapter', 'caddyfile'],
  },
};

/** Starts a real proxy with the configuration of the guide and a certificate for `localhost`. */
export const startProxy = async ({
  kind,
  isBelowPath,
  upstream,
  folder,
}: ProxyOptions): Promise<RunningProxy> => {
  const program = findProxy(kind);
  if (program === null) throw new Error(`There is no ${kind}`);
  mkdirSync(folder, { recursive: true });
  const origin = `https://localhost:${await freePort()}`;
  const { cert, key } = createCertificates({
    secrets: { get: () => null, set: () => undefined },
    clock: () => new Date(),
  })(['localhost']);
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key);
  const own = placeholders(origin, upstream, folder).reduce(
    (text, [name, value]) => text.replaceAll(name, value),
    configurationOf(kind, isBelowPath),
  );
  const { file, around, args } = programs[kind];
  writeFileSync(join(folder, file), around(folder, own));
  const child = spawn(program, args(join(folder, file)), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let printed = '';
  child.stderr.on('data', (bytes: Buffer) => (printed += bytes.toString()));
  const exited = once(child, 'exit').then(() => process.off('exit', kill));
  while (!(await isListening(Number(new URL(origin).port)))) {
    if (child.exitCode !== null) throw new Error(`${kind} ended:\n${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    origin,
    certificate: cert,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
