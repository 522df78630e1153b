import type { DialogsPort, IpcPort } from './ports.ts';
import { isTrusted } from './security.ts';

/** Names of the messages between the page and the shell; `preload.ts` sends them. */
export const channels = {
  takeTicket: 'octavo:take-ticket',
  pickFolder: 'octavo:pick-folder',
} as const;

/** What the preload script puts on the page's `window`, as `octavo`. */
export interface OctavoBridge {
  platform: NodeJS.Platform;
  /** A ticket for `POST /auth/ticket` that works once, or null: then the person signs in. */
  takeTicket(): Promise<string | null>;
  /** Absolute path of a folder chosen in the system's own dialog, or null. */
  pickFolder(): Promise<string | null>;
  /** Path of a file or folder that was dropped on the page; null for one that is not on disk. */
  pathOfFile(file: File): string | null;
}

/** Answers the page's messages, and those of the page alone. */
export const answerPage = (
  ipc: IpcPort,
  origin: string,
  { takeTicket, dialogs }: { takeTicket: () => string | null; dialogs: DialogsPort },
): void => {
  const handle = (channel: string, answer: () => unknown) =>
    ipc.handle(channel, (sender) => {
      if (!isTrusted(sender, origin)) throw new Error(`${channel} is not for this frame`);
      return answer();
    });
  handle(channels.takeTicket, takeTicket);
  handle(channels.pickFolder, () => dialogs.pickFolder());
};
