import type { AddressInfo } from 'node:net';

import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  to: string[];
  /** The message with its headers. */
  text: string;
}

/** A real mail server that keeps what is sent to it. */
export const startMailReceiver = async () => {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, text: Buffer.concat(chunks).toString() });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    mails,
    port,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
};

export type MailReceiver = Awaited<ReturnType<typeof startMailReceiver>>;
