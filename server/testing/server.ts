import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createClient, type Client } from '../../shared/client.ts';
import { redeemTicket } from '../../shared/api/auth.ts';
import { initializeSetup } from '../../shared/api/setup.ts';
import { defaultConfig, type Config } from '../config/config.ts';
import { createFileSecrets } from '../config/file-secrets.ts';
import type { DriveSource } from '../features/filesystem/drives.ts';
import type { RunningServer } from '../host-environment.ts';
import type { ReadInterfaces } from '../http/net/own-addresses.ts';
import { startServer } from '../composition/server.ts';
import { checkedFetch } from './checked-fetch.ts';
import { writeEmptyDatabase } from './empty-database.ts';
import { untilIdle } from './idle.ts';

export const admin = { username: 'admin', password: 'correct horse', email: 'admin@example.com' };

export interface TestServer {
  url: string;
  dataDir: string;
  server: RunningServer;
  /** Signed in as the admin, unless the server was started without one. */
  api: Client;
  token: string;
  /** Sends a request as the admin; the path is below /api/v1. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Resolves when no task is pending or running. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export interface TestServerOptions {
  /** An existing data directory to reuse; `stop` then keeps it. */
  dataDir?: string;
  config?: (config: Config) => void;
  /** The configured data directory, which can redirect to another location. */
  configuredDataDir?: string;
  /** Starts without creating the admin. */
  bare?: boolean;
  /** The machine's network interfaces; none by default, so that no test uses a real network. */
  networkInterfaces?: ReadInterfaces;
  /** Overrides the drives of the machine. */
  drives?: DriveSource;
  /** How long a file must be unmodified before a scan reads it, ms; default 0. */
  quietMs?: number;
  moveToSystemBin?: (path: string) => Promise<void>;
  /** A file for the log, which is silent by default. */
  logFile?: string;
}

/**
 * A real server on a free port with its own data directory, and a client signed in as its admin.
 */
export const startTestServer = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const dataDir = options.dataDir ?? newDataDir();
  const config = defaultConfig(dataDir);
  config.server.port = 0;
  config.log.level = 'silent';
  options.config?.(config);
  const server = await startServer(config, {
    kind: 'headless',
    secrets: createFileSecrets(join(dataDir, 'secrets.json')),
    webRoot: null,
    networkInterfaces: options.networkInterfaces ?? (() => ({})),
    quietMs: options.quietMs ?? 0,
    ...(options.drives && { drives: options.drives }),
    ...(options.logFile !== undefined && { logFile: options.logFile }),
    ...(options.moveToSystemBin && { moveToSystemBin: options.moveToSystemBin }),
    ...(options.configuredDataDir !== undefined && {
      configuredDataDir: options.configuredDataDir,
    }),
  });
  const token = options.bare ? '' : await signIn(server);
  const headers = (): Record<string, string> =>
    token === '' ? {} : { authorization: `Bearer ${token}` };
  const api = createClient({ baseUrl: server.url, fetch: checkedFetch, headers });
  return {
    url: server.url,
    dataDir,
    server,
    token,
    api,
    request: (path, init = {}) =>
      checkedFetch(`${server.url}/api/v1${path}`, {
        ...init,
        headers: { ...headers(), ...(init.headers as Record<string, string> | undefined) },
      }),
    idle: () => untilIdle(api),
    async stop() {
      await server.stop();
      if (options.dataDir !== undefined) return;
      // Windows releases a file shortly after it is closed.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
};

/** Creates a data directory with an empty database, because its migrations take a tenth of a second. */
export const newDataDir = (): string => {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-test-'));
  writeEmptyDatabase(join(dataDir, 'octavo.db'));
  return dataDir;
};

const signIn = async (server: RunningServer): Promise<string> => {
  const anonymous = createClient({ baseUrl: server.url, fetch: checkedFetch });
  if (server.control.setupRequired()) {
    return (await anonymous.call(initializeSetup, { body: admin })).access_token;
  }
  const ticket = server.control.issueTicket(admin.username);
  return (await anonymous.call(redeemTicket, { body: { ticket } })).access_token;
};
