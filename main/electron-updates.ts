import type { AppUpdater } from 'electron-updater';

import type { UpdatesPort } from './ports.ts';

/**
 * Updates by electron-updater. What is downloaded is checked by its SHA-512 and, where the running
 * application is signed, by who signed it (Windows and macOS); a release that is rolled out in
 * stages is only seen by its share of the installations.
 * `load` is called at the first check: the library is not among the work of the start.
 */
export const createElectronUpdates = (
  load: () => Promise<AppUpdater>,
  kind: Pick<UpdatesPort, 'isPossible' | 'installsOnQuit'>,
): UpdatesPort => {
  let loading: Promise<AppUpdater> | null = null;
  const updater = () => {
    loading ??= load().then((loaded) => {
      loaded.logger = null;
      loaded.autoDownload = false;
      loaded.autoInstallOnAppQuit = kind.installsOnQuit;
      // Every failure also rejects a promise; an `error` that nobody hears would throw once more.
      loaded.on('error', () => undefined);
      return loaded;
    });
    return loading;
  };

  return {
    ...kind,
    check: async (channel) => {
      const asked = await updater();
      asked.allowPrerelease = channel === 'beta';
      asked.channel = channel === 'beta' ? 'beta' : 'latest';
      // Naming a channel allows it; who leaves the beta waits for the next stable version.
      asked.allowDowngrade = false;
      const found = await asked.checkForUpdates();
      if (!found?.isUpdateAvailable) return null;
      const { version, releaseNotes } = found.updateInfo;
      const notes = Array.isArray(releaseNotes)
        ? releaseNotes.map(({ note }) => note ?? '').join('\n\n')
        : (releaseNotes ?? '');
      return { version, notes };
    },
    download: async (onProgress) => {
      const asked = await updater();
      const follow = ({ percent }: { percent: number }) => onProgress(percent / 100);
      asked.on('download-progress', follow);
      try {
        await asked.downloadUpdate();
      } finally {
        asked.off('download-progress', follow);
      }
    },
    install: async () => {
      const asked = await updater();
      await new Promise<void>((_ended, fail) => {
        asked.once('error', fail);
        // Silent, and started again: Windows' installer otherwise asks what was answered already.
        asked.quitAndInstall(true, true);
      });
    },
  };
};
