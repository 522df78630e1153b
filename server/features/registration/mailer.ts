import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

import type { Settings } from '../settings/service.ts';
import { mailErrorOf } from './mail-error.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  attachments?: { filename: string; contentType: string; content: Readable }[];
}

export interface Mailer {
  /**
   * Returns false if no mail server is configured; throws MailError if it is unreachable or rejects
   * the mail.
   */
  send(mail: Mail): Promise<boolean>;
  /** Resolves when pending mails are sent, or after three seconds. */
  close(): Promise<void>;
}

/** Sends mail over SMTP; reads the settings each time, so that changes apply at once. */
export const createMailer = ({ settings }: { settings: Pick<Settings, 'get'> }): Mailer => {
  const underWay = new Set<Promise<unknown>>();
  return {
    async send(mail) {
      if (settings.get('smtp.host') === '') return false;
      const sending = deliver(settings, mail);
      underWay.add(sending);
      await sending.finally(() => underWay.delete(sending));
      return true;
    },
    async close() {
      const tooLong = setTimeout(3000, undefined, { ref: false });
      await Promise.race([Promise.allSettled(underWay), tooLong]);
    },
  };
};

/** How long the mail server can be silent, ms. */
const silence = 30_000;
/**
 * The same after an attachment, which it can check for minutes: a mail that is given up then arrives
 * anyway, and again with the next attempt.
 */
const silenceAfterAttachment = 300_000;

const deliver = async ({ get }: Pick<Settings, 'get'>, mail: Mail) => {
  // Loaded on demand: most servers never send mail, and it takes 24 MB.
  const { createTransport } = await import('nodemailer');
  const user = get('smtp.username');
  const server = { host: get('smtp.host'), port: get('smtp.port') };
  const transport = createTransport({
    ...server,
    secure: get('smtp.secure'),
    ...(user === '' ? {} : { auth: { user, pass: get('smtp.password') } }),
    connectionTimeout: 10_000,
    greetingTimeout: 15_000,
    socketTimeout: mail.attachments === undefined ? silence : silenceAfterAttachment,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({ ...mail, from: get('smtp.from') });
  } catch (error) {
    throw mailErrorOf(error, server);
  }
};
