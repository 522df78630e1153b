import type { AddressInfo } from 'node:net';

import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect } from 'vitest';

import { patience } from './fixture.ts';

export interface Mailbox {
  port(): number;
  /** The token in the link of the newest mail, once `count` mails have arrived. */
  token(count: number): Promise<string>;
}

/** A mail server for all tests of a file; call it in a `describe`. */
export const useMailbox = (): Mailbox => {
  const mails: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString());
        callback();
      });
    },
  });
  beforeAll(() => new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise<void>((resolve) => smtp.close(resolve)));
  return {
    port: () => (smtp.server.address() as AddressInfo).port,
    async token(count) {
      await expect.poll(() => mails.length, patience).toBe(count);
      // Quoted-printable wraps long lines and encodes "=" as "=3D".
      const text = mails.at(-1)?.replace(/=\r\n/g, '').replaceAll('=3D', '=') ?? '';
      return /verify-email\?token=([\w-]+)/.exec(text)?.[1] ?? '';
    },
  };
};
