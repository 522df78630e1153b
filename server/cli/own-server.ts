import { join } from 'node:path';

import { redeemTicket } from '../../shared/api/auth.ts';
import { createClient, type Client } from '../../shared/client.ts';
import { startServer } from '../composition/server.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { createFileSecrets } from '../config/file-secrets.ts';

export interface SignedIn {
  /** Address of the server. */
  url: string;
  headers: () => Record<string, string>;
}

/**
 * Starts a server of its own on the data directory, which no other device can reach, and calls `work`
 * as the person named `name`. Throws ConfigError with one line.
 */
export const withOwnServer = async (
  config: Config,
  name: string,
  work: (api: Client, signedIn: SignedIn) => Promise<void>,
): Promise<void> => {
  const server = await startServer(
    {
      ...config,
      server: { ...config.server, host: '127.0.0.1', port: 0 },
      log: { ...config.log, level: 'error' },
    },
    {
      kind: 'headless',
      secrets: createFileSecrets(join(config.server.data_dir, 'secrets.json')),
      webRoot: null,
    },
  );
  try {
    if (server.control.setupRequired()) {
      throw new ConfigError('Start Octavo once and create the first account before this command');
    }
    const { url } = server;
    const ticket = server.control.issueTicket(name);
    const anonymous = createClient({ baseUrl: url, fetch });
    const { access_token } = await anonymous.call(redeemTicket, { body: { ticket } });
    const headers = () => ({ authorization: `Bearer ${access_token}` });
    await work(createClient({ baseUrl: url, fetch, headers }), { url, headers });
  } finally {
    await server.stop();
  }
};
