import { z } from 'zod';

import type { ServerControl } from '../../server/host-environment.ts';
import { channels } from './channels.ts';
import type { FileOpener } from '../system/open-files.ts';
import type { Appearance } from '../system/appearance.ts';
import type { DialogsPort, IpcPort, ShellPort } from '../ports.ts';
import { isTrusted } from '../windows/security.ts';

/** The API that the preload script exposes to the page as `window.octavo`. */
export interface OctavoBridge {
  platform: NodeJS.Platform;
  /** A one-time ticket for `POST /auth/ticket`, or null if the user must sign in. */
  takeTicket(): Promise<string | null>;
  /** Absolute path of a folder chosen in the system dialog, or null. */
  pickFolder(): Promise<string | null>;
  /** Path of a file or folder dropped on the page; null if it is not on disk. */
  pathOfFile(file: File): string | null;
  /** Opens dropped books, each in its own window; returns the paths of dropped folders. */
  openDropped(files: readonly File[]): Promise<string[]>;
  /**
   * Sets the appearance of the application; reader windows, which store none of their own, follow.
   */
  setAppearance(appearance: PageAppearance): Promise<void>;
  /** Shows a book or series in the system's file manager; returns false if it is missing. */
  reveal(kind: 'book' | 'series', id: string): Promise<boolean>;
  /** Opens the window in which a person can connect to another server. */
  chooseServer(): Promise<void>;
}

const lookSchema = z.object({
  colorScheme: z.enum(['auto', 'light', 'dark']),
  /** Two letters; null follows the system. */
  language: z
    .string()
    .regex(/^[a-z]{2}$/)
    .nullable(),
});
type PageAppearance = z.infer<typeof lookSchema>;

const droppedSchema = z.array(z.string().min(1).max(32_768)).max(100);
const revealSchema = z.object({ kind: z.enum(['book', 'series']), id: z.uuid() });

interface PageAnswers {
  takeTicket: () => string | null;
  dialogs: Pick<DialogsPort, 'pickFolder'>;
  files: Pick<FileOpener, 'takeDropped'>;
  control: Pick<ServerControl, 'pathOf'>;
  shell: Pick<ShellPort, 'reveal'>;
  look: Pick<Appearance, 'set'>;
  /** Opens the shell's window for choosing a server. */
  chooseServer: () => void;
}

/** Handles IPC messages of the application's page only. Their input is treated as untrusted. */
export const handlePageMessages = (
  ipc: IpcPort,
  origin: () => string,
  { takeTicket, dialogs, files, control, shell, look, chooseServer }: PageAnswers,
): void => {
  const handle = (channel: string, answer: (input: unknown) => unknown) =>
    ipc.handle(channel, (sender, input) => {
      if (!isTrusted(sender, origin())) throw new Error(`${channel} is not for this frame`);
      return answer(input);
    });
  handle(channels.takeTicket, takeTicket);
  handle(channels.chooseServer, chooseServer);
  handle(channels.pickFolder, () => dialogs.pickFolder());
  handle(channels.openDropped, (input) => files.takeDropped(droppedSchema.parse(input)));
  handle(channels.setAppearance, (input) => {
    const { colorScheme, language } = lookSchema.parse(input);
    look.set({ scheme: colorScheme === 'auto' ? 'system' : colorScheme, language });
  });
  handle(channels.reveal, (input) => {
    const { kind, id } = revealSchema.parse(input);
    // The page sends an id; only the server knows the path.
    const path = control.pathOf(kind, id);
    return path !== null && shell.reveal(path);
  });
};
