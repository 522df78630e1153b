import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

import type { ServerControl } from '../server/host.ts';
import { maxFiles } from './asked.ts';
import type { Messages } from './messages.ts';
import type { AppPort, DialogsPort } from './ports.ts';
import type { ReaderWindows } from './reader-windows.ts';
import type { StateFile } from './state.ts';

/** Files that the menu offers again. */
const maxRecent = 10;

export interface Files {
  /** Opens each in a window of its own; what cannot be opened is told in one dialog. */
  open(paths: readonly string[]): Promise<void>;
  /** Asks the person for files, and opens them. */
  choose(): Promise<void>;
  /** Opens the files among what was dropped on the page; gives the folders, which the page sees to. */
  takeDropped(paths: readonly string[]): Promise<string[]>;
  /** The last opened first. */
  recent(): readonly string[];
  forgetRecent(): void;
}

interface FilesOptions {
  app: Pick<AppPort, 'addRecent' | 'clearRecent'>;
  dialogs: Pick<DialogsPort, 'pickFiles' | 'showError'>;
  control: Pick<ServerControl, 'openFile'>;
  owner: string;
  windows: ReaderWindows;
  state: StateFile;
  text: Messages;
  onRecent: () => void;
}

/** Books that are opened from the disk, and which were opened last. */
export const createFiles = (options: FilesOptions): Files => {
  const { app, dialogs, control, owner, windows, state, text, onRecent } = options;
  const remember = (path: string) => {
    const others = state.get().recentFiles.filter((known) => known !== path);
    state.update({ recentFiles: [path, ...others].slice(0, maxRecent) });
    app.addRecent(path);
    onRecent();
  };
  const forget = (path: string) => {
    state.update({ recentFiles: state.get().recentFiles.filter((known) => known !== path) });
    onRecent();
  };

  const open: Files['open'] = async (paths) => {
    const failed: string[] = [];
    for (const path of paths.slice(0, maxFiles)) {
      try {
        const opened = await control.openFile(owner, path);
        windows.open({ ...opened, reader: 'owner' });
        remember(opened.path);
      } catch (error) {
        failed.push(`${basename(path)}: ${error instanceof Error ? error.message : String(error)}`);
        forget(path);
      }
    }
    if (failed.length > 0) dialogs.showError(text.openFailed(failed.length), failed.join('\n\n'));
  };

  return {
    open,
    choose: async () => open(await dialogs.pickFiles()),
    takeDropped: async (paths) => {
      const kinds = await Promise.all(
        paths.map(async (path) => {
          const found = await stat(path).catch(() => null);
          return { path, isFolder: found?.isDirectory() === true };
        }),
      );
      await open(kinds.filter(({ isFolder }) => !isFolder).map(({ path }) => path));
      return kinds.filter(({ isFolder }) => isFolder).map(({ path }) => path);
    },
    recent: () => state.get().recentFiles,
    forgetRecent: () => {
      state.update({ recentFiles: [] });
      app.clearRecent();
      onRecent();
    },
  };
};
