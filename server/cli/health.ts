import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { getHealth, type Health } from '../../shared/api/system.ts';
import type { Config } from '../config/config.ts';

/** Below the time limit of the image's health check. */
const timeoutMs = 4000;

/** Wildcard addresses that a server listens on → the address to connect to. */
const loopbackOf: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/**
 * `octavo health`: the status of the running server with this configuration, or why it does not
 * answer.
 */
export const readHealth = async ({
  server: { host, port },
  tls,
}: Config): Promise<{ url: string; isHealthy: boolean; status: string }> => {
  const address = loopbackOf[host] ?? host;
  const name = address.includes(':') ? `[${address}]` : address;
  const scheme = tls.cert === null ? 'http' : 'https';
  const url = `${scheme}://${name}:${port}/api/v1${getHealth.path}`;
  const { get } = await (scheme === 'http' ? import('node:http') : import('node:https'));
  // The certificate is for another name, and the request carries no secret.
  const options = { rejectUnauthorized: false, signal: AbortSignal.timeout(timeoutMs) };
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      get(url, options, resolve).on('error', reject);
    });
    const { status } = JSON.parse(await text(response)) as Health;
    return { url, isHealthy: status === 'ok', status };
  } catch (error) {
    return { url, isHealthy: false, status: error instanceof Error ? error.message : 'no answer' };
  }
};
