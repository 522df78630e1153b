import { setTimeout } from 'node:timers/promises';

import { createTransport } from 'nodemailer';

export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise STARTTLS where the server offers it. */
  secure: boolean;
  /** Empty where the server asks for no sign-in. */
  username: string;
  password: string;
  from: string;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** False where no mail server is set up; throws where it cannot be reached or refuses the mail. */
  send(mail: Mail): Promise<boolean>;
  /** Resolves when what is on its way has been sent, or after three seconds. */
  close(): Promise<void>;
}

/** Sends mail over SMTP; the server is asked for anew each time, so that settings take effect at once. */
export const createMailer = ({ smtp }: { smtp: () => SmtpServer | null }): Mailer => {
  const underWay = new Set<Promise<unknown>>();
  return {
    async send(mail) {
      const server = smtp();
      if (!server) return false;
      const sending = deliver(server, mail);
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

const deliver = ({ username, password, from, ...server }: SmtpServer, mail: Mail) =>
  createTransport({
    ...server,
    ...(username === '' ? {} : { auth: { user: username, pass: password } }),
    connectionTimeout: 5000,
    greetingTimeout: 5000,
    socketTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  }).sendMail({ ...mail, from });
