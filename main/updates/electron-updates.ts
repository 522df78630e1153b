import type { AppUpdater } from 'electron-updater';

import type { UpdatesPort } from '../ports.ts';

/**
 * Updates through electron-updater. Downloads are verified by SHA-512 and, if the running
 * application is signed, by publisher (Windows and macOS); a staged rollout is visible only to its
 * share of the installations. `load` is called on the first check, so that the library does not
 * slow down the start; its updater is a getter, which Node does not find among the names of the module.
 */
export const createElectronUpdates = (
  load: () => Promise<{ default: { autoUpdater: AppUpdater } }>,
  kind: Pick<UpdatesPort, 'isPossible' | 'installsOnQuit'>,
): UpdatesPort => {
  let loading: Promise<AppUpdater> | null = null;
  const updater = () => {
    loading ??= load().then(({ default: { autoUpdater: loaded } }) => {
      loaded.logger = null;
      loaded.autoDownload = false;
      loaded.autoInstallOnAppQuit = kind.installsOnQuit;
      // Every failure also rejects a promise; an `error` event without a listener would throw
      // again.
      loaded.on('error', () => undefined);
      return loaded;
    });
    return loading;
  };

  return {
    ...kind,
    check: async (channel) => {
      const updates = await updater();
      updates.allowPrerelease = channel === 'beta';
      updates.channel = channel === 'beta' ? 'beta' : 'latest';
      // Setting a channel enables downgrades; leaving the beta must wait for the next stable
      // version.
      updates.allowDowngrade = false;
      const found = await updates.checkForUpdates();
      if (!found?.isUpdateAvailable) return null;
      const { version, releaseNotes } = found.updateInfo;
      const notes = Array.isArray(releaseNotes)
        ? releaseNotes.map(({ note }) => note ?? '').join('\n\n')
        : (releaseNotes ?? '');
      return { version, notes };
    },
    download: async (onProgress) => {
      const updates = await updater();
      const follow = ({ percent }: { percent: number }) => onProgress(percent / 100);
      updates.on('download-progress', follow);
      try {
        await updates.downloadUpdate();
      } finally {
        updates.off('download-progress', follow);
      }
    },
    install: async () => {
      const updates = await updater();
      await new Promise<void>((_ended, fail) => {
        updates.once('error', fail);
        // Silent with restart: the Windows installer would otherwise repeat the question.
        updates.quitAndInstall(true, true);
      });
    },
  };
};
