import { HttpClientError } from '../../http-client/checked-request.ts';
import { postJson } from '../../http-client/post-json.ts';
import { MailError } from '../registration/mail-error.ts';
import type { Mailer } from '../registration/mailer.ts';
import type { Destination, NotificationMessage } from './types.ts';

/** Bounds of Discord, characters. */
const maxDiscordEmbeds = 10;
const maxDiscordTitle = 256;
const maxDiscordText = 500;
/** Bound of ntfy, above which it makes an attachment of the message; bytes. */
const maxNtfyBytes = 4000;

/** Sends a message; throws an error whose message is for its owner. */
export type SendNotification = (
  destination: Pick<Destination, 'kind' | 'address' | 'token'>,
  message: NotificationMessage,
  signal: AbortSignal,
) => Promise<void>;

export const createSendNotification = ({
  mailer,
  allowPrivate,
  serverName,
}: {
  mailer: Pick<Mailer, 'send'>;
  /** Whether destinations can be on this machine and its network. */
  allowPrivate: () => boolean;
  serverName: () => string;
}): SendNotification => {
  const sendMail = async (recipient: string, message: NotificationMessage) => {
    let sent: boolean;
    try {
      sent = await mailer.send({ to: recipient, subject: message.title, text: plainText(message) });
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      throw new HttpClientError(error.message, { cause: error });
    }
    if (!sent) {
      throw new HttpClientError('No mail server is set up. An admin can do that in the settings.');
    }
  };

  return async ({ kind, address, token }, message, signal) => {
    if (kind === 'mail') {
      await sendMail(address, message);
      return;
    }
    const url = new URL(address);
    const options = { signal, allowPrivate: allowPrivate() };
    const headers: Record<string, string> =
      token === null ? {} : { authorization: `Bearer ${token}` };
    if (kind === 'discord') {
      await postJson(url, discordBody(message), options);
    } else if (kind === 'ntfy') {
      const { base, topic } = ntfyTopic(url);
      const body = { topic, title: message.title, message: shortened(plainText(message)) };
      await postJson(base, body, { ...options, headers });
    } else {
      await postJson(url, { server: serverName(), ...message }, { ...options, headers });
    }
  };
};

/** JSON is published at the address of the server, which the topic follows. */
const ntfyTopic = (url: URL): { base: URL; topic: string } => {
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const topic = parts.pop() ?? '';
  const base = new URL(url);
  base.pathname = `/${parts.join('/')}`;
  return { base, topic };
};

const discordBody = ({ title, notifications }: NotificationMessage) => {
  const shown = notifications.slice(0, maxDiscordEmbeds);
  const rest = notifications.slice(maxDiscordEmbeds).map((notification) => notification.title);
  return {
    ...(notifications.length > 1 && {
      content: [title, ...rest].join('\n').slice(0, 2000),
    }),
    embeds: shown.map((notification) => ({
      title: notification.title.slice(0, maxDiscordTitle),
      description: notification.text.slice(0, maxDiscordText),
    })),
    // A title cannot mention people.
    allowed_mentions: { parse: [] },
  };
};

/** All notifications below each other; a single one without its title, which the subject says. */
const plainText = ({ notifications }: NotificationMessage): string =>
  notifications.length === 1
    ? (notifications[0]?.text ?? '')
    : notifications.map(({ title, text }) => `${title}\n${text}`).join('\n\n');

const shortened = (text: string): string => {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxNtfyBytes) return text;
  // A cut character becomes a replacement character.
  return `${bytes
    .subarray(0, maxNtfyBytes)
    .toString()
    .replace(/\uFFFD$/, '')}…`;
};
