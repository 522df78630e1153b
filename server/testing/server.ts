import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createClient, type Client } from '../../shared/client.ts';
import { redeemTicket } from '../../shared/api/auth.ts';
import { initializeSetup } from '../../shared/api/setup.ts';
import { defaultConfig, type Config } from '../config/config.ts';
import { createFileSecrets } from '../config/file-secrets.ts';
import type { DriveSource } from '../features/filesystem/drives.ts';
import type { RunningServer } from '../host.ts';
import type { ReadInterfaces } from '../http/own-addresses.ts';
import { startServer } from '../server.ts';
import { checkedFetch } from './checked-fetch.ts';

export const admin = { username: 'admin', password: 'correct horse', email: 'admin@example.com' };

export interface TestServer {
  url: string;
  dataDir: string;
  server: RunningServer;
  /** Signed in as the admin, unless the server was started without one. */
  api: Client;
  token: string;
  /** A plain request as the admin; path below /api/v1. */
  request(path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

export interface TestServerOptions {
  /** Keep and reuse a data directory: `stop` then leaves it. */
  dataDir?: string;
  config?: (config: Config) => void;
  /** The folder that is asked first where the data lies. */
  dataHome?: string;
  /** Start without creating the admin. */
  bare?: boolean;
  /** The network cards of the machine; none unless said, so that no test shares with a real network. */
  networkInterfaces?: ReadInterfaces;
  /** The drives of the machine, where it is not this one. */
  drives?: DriveSource;
}

/** A real server on a free port with a data directory of its own, and a client signed in as its admin. */
export const startTestServer = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'octavo-test-'));
  const config = defaultConfig(dataDir);
  config.server.port = 0;
  config.log.level = 'silent';
  options.config?.(config);
  const server = await startServer(config, {
    kind: 'headless',
    secrets: createFileSecrets(join(dataDir, 'secrets.json')),
    webRoot: null,
    networkInterfaces: options.networkInterfaces ?? (() => ({})),
    ...(options.drives && { drives: options.drives }),
    ...(options.dataHome !== undefined && { dataHome: options.dataHome }),
  });
  const token = options.bare ? '' : await signIn(server);
  const headers = (): Record<string, string> =>
    token === '' ? {} : { authorization: `Bearer ${token}` };
  return {
    url: server.url,
    dataDir,
    server,
    token,
    api: createClient({ baseUrl: server.url, fetch: checkedFetch, headers }),
    request: (path, init = {}) =>
      checkedFetch(`${server.url}/api/v1${path}`, {
        ...init,
        headers: { ...headers(), ...(init.headers as Record<string, string> | undefined) },
      }),
    async stop() {
      await server.stop();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

const signIn = async (server: RunningServer): Promise<string> => {
  const anonymous = createClient({ baseUrl: server.url, fetch: checkedFetch });
  if (server.control.setupRequired()) {
    return (await anonymous.call(initializeSetup, { body: admin })).access_token;
  }
  const ticket = server.control.issueTicket(admin.username);
  return (await anonymous.call(redeemTicket, { body: { ticket } })).access_token;
};
