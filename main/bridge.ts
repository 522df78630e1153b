import { z } from 'zod';

import type { ServerControl } from '../server/host.ts';
import { channels } from './channels.ts';
import type { Files } from './files.ts';
import type { Look } from './look.ts';
import type { DialogsPort, IpcPort, ShellPort } from './ports.ts';
import { isTrusted } from './security.ts';

/** What the preload script puts on the page's `window`, as `octavo`. */
export interface OctavoBridge {
  platform: NodeJS.Platform;
  /** A ticket for `POST /auth/ticket` that works once, or null: then the person signs in. */
  takeTicket(): Promise<string | null>;
  /** Absolute path of a folder chosen in the system's own dialog, or null. */
  pickFolder(): Promise<string | null>;
  /** Path of a file or folder that was dropped on the page; null for one that is not on disk. */
  pathOfFile(file: File): string | null;
  /** Opens the books among what was dropped, each in a window of its own; gives the paths of the folders. */
  openDropped(files: readonly File[]): Promise<string[]>;
  /** How the person wants the application to look; windows of books, which know no more, follow. */
  setLook(look: PageLook): Promise<void>;
  /** Shows a book or a series in the system's file manager; false where it is not there. */
  reveal(kind: 'book' | 'series', id: string): Promise<boolean>;
}

const lookSchema = z.object({
  colorScheme: z.enum(['auto', 'light', 'dark']),
  /** Two letters; null follows the system. */
  language: z
    .string()
    .regex(/^[a-z]{2}$/)
    .nullable(),
});
type PageLook = z.infer<typeof lookSchema>;

const droppedSchema = z.array(z.string().min(1).max(32_768)).max(100);
const revealSchema = z.object({ kind: z.enum(['book', 'series']), id: z.uuid() });

interface PageAnswers {
  takeTicket: () => string | null;
  dialogs: Pick<DialogsPort, 'pickFolder'>;
  files: Pick<Files, 'takeDropped'>;
  control: Pick<ServerControl, 'placeOf'>;
  shell: Pick<ShellPort, 'reveal'>;
  look: Pick<Look, 'set'>;
}

/** Answers the page's messages, and those of the page alone. What it sends is checked as a stranger's. */
export const answerPage = (
  ipc: IpcPort,
  origin: () => string,
  { takeTicket, dialogs, files, control, shell, look }: PageAnswers,
): void => {
  const handle = (channel: string, answer: (input: unknown) => unknown) =>
    ipc.handle(channel, (sender, input) => {
      if (!isTrusted(sender, origin())) throw new Error(`${channel} is not for this frame`);
      return answer(input);
    });
  handle(channels.takeTicket, takeTicket);
  handle(channels.pickFolder, () => dialogs.pickFolder());
  handle(channels.openDropped, (input) => files.takeDropped(droppedSchema.parse(input)));
  handle(channels.setLook, (input) => {
    const { colorScheme, language } = lookSchema.parse(input);
    look.set({ scheme: colorScheme === 'auto' ? 'system' : colorScheme, language });
  });
  handle(channels.reveal, (input) => {
    const { kind, id } = revealSchema.parse(input);
    // The page names a book; where that lies only the server says.
    const place = control.placeOf(kind, id);
    return place !== null && shell.reveal(place);
  });
};
