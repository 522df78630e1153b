import type { AddressInfo } from 'node:net';

import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string[];
  subject: string;
  /** Decoded. */
  text: string;
}

/** A real mail server that stores the messages sent to it. */
export const startMailReceiver = async () => {
  let delay = 0;
  const mails: ReceivedMail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const message = decode(Buffer.concat(chunks).toString());
        mails.push({
          to: envelope.rcptTo.map(({ address }) => address),
          subject: /^Subject: (.*)$/m.exec(message)?.[1] ?? '',
          text: message.slice(message.indexOf('\r\n\r\n') + 4),
        });
        setTimeout(callback, delay);
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  return {
    mails,
    /** Delay before each message is accepted, ms. */
    takeTime(ms: number) {
      delay = ms;
    },
    /** Settings that make a server send its mail here. */
    settings: {
      'smtp.host': '127.0.0.1',
      'smtp.port': (smtp.server.address() as AddressInfo).port,
      'smtp.secure': false,
      'smtp.from': 'library@example.com',
    },
    close: () => new Promise<void>((resolve) => smtp.close(resolve)),
  };
};

export type MailReceiver = Awaited<ReturnType<typeof startMailReceiver>>;

/** Decodes quoted-printable, as UTF-8. A link in plain text can look like it: `token=A1…`. */
const decode = (text: string): string =>
  /^Content-Transfer-Encoding: quoted-printable/im.test(text)
    ? text
        .replace(/=\r\n/g, '')
        .replace(/(?:=[0-9A-F]{2})+/g, (codes) =>
          Buffer.from(codes.replaceAll('=', ''), 'hex').toString('utf8'),
        )
    : text;
