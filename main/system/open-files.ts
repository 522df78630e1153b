import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

import type { ServerControl } from '../../server/host-environment.ts';
import { maxFiles } from '../app/launch-request.ts';
import type { Messages } from '../shell-texts.ts';
import type { AppPort, DialogsPort } from '../ports.ts';
import type { ReaderWindows } from '../windows/reader-windows.ts';
import type { StateFile } from '../desktop-state.ts';

/** Maximum recent files in the menu. */
const maxRecent = 10;

export interface FileOpener {
  /** Opens each in its own window; failures are reported in one dialog. */
  open(paths: readonly string[]): Promise<void>;
  /** Shows a file dialog and opens the selection. */
  choose(): Promise<void>;
  /** Opens dropped files; returns dropped folders, which the page handles. */
  takeDropped(paths: readonly string[]): Promise<string[]>;
  /** Most recently opened first. */
  recent(): readonly string[];
  forgetRecent(): void;
}

interface FileOpenerOptions {
  app: Pick<AppPort, 'addRecent' | 'clearRecent'>;
  dialogs: Pick<DialogsPort, 'pickFiles' | 'showError'>;
  control: Pick<ServerControl, 'openFile'>;
  owner: string;
  windows: ReaderWindows;
  state: StateFile;
  text: Messages;
  onRecent: () => void;
}

/** Opens books from disk and remembers the recent ones. */
export const createFileOpener = (options: FileOpenerOptions): FileOpener => {
  const { app, dialogs, control, owner, windows, state, text, onRecent } = options;
  const remember = (path: string) => {
    const others = state.get().recentFiles.filter((known) => known !== path);
    state.update({ recentFiles: [path, ...others].slice(0, maxRecent) });
    app.addRecent(path);
    onRecent();
  };
  const remove = (path: string) => {
    state.update({ recentFiles: state.get().recentFiles.filter((known) => known !== path) });
    onRecent();
  };

  const open: FileOpener['open'] = async (paths) => {
    const failed: string[] = [];
    for (const path of paths.slice(0, maxFiles)) {
      try {
        const opened = await control.openFile(owner, path);
        windows.open({ ...opened, reader: 'owner' });
        remember(opened.path);
      } catch (error) {
        failed.push(`${basename(path)}: ${error instanceof Error ? error.message : String(error)}`);
        remove(path);
      }
    }
    if (failed.length === 0) return;
    void dialogs.showError(text.openFailed(failed.length), failed.join('\n\n'));
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
