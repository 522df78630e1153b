import { afterAll, beforeAll, expect } from 'vitest';

import { startMailReceiver, type MailReceiver } from '../testing/mail-receiver.ts';
import { patience } from './fixture.ts';

export interface Mailbox {
  port(): number;
  /** The token in the link of the newest mail, once `count` mails have arrived. */
  token(count: number): Promise<string>;
}

/** A mail server for all tests of a file; call it in a `describe`. */
export const useMailbox = (): Mailbox => {
  let receiver: MailReceiver;
  beforeAll(async () => {
    receiver = await startMailReceiver();
  });
  afterAll(() => receiver.close());
  return {
    port: () => receiver.settings['smtp.port'],
    async token(count) {
      await expect.poll(() => receiver.mails.length, patience).toBe(count);
      return /verify-email\?token=([\w-]+)/.exec(receiver.mails.at(-1)?.text ?? '')?.[1] ?? '';
    },
  };
};
