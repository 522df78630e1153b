import { stat } from 'node:fs/promises';

import { createIntakeHandlers } from '../features/intake/handlers.ts';
import { createIntakeService } from '../features/intake/service.ts';
import { createIntakeStore } from '../features/intake/store.ts';
import { createIntakeWatch } from '../features/intake/watch.ts';
import { validateRoot } from '../features/libraries/library-folder.ts';
import { createProposals } from '../scanner/intake/propose.ts';
import type { AppContext } from './app-context.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import type { LibraryServices } from './library-services.ts';

/** Taking in files from folders outside of libraries. */
export const createIntake = (
  { host, database, bus, settings, paths, deletionClock, log }: AppContext,
  { executor, queue, tasks }: BackgroundJobs,
  { libraries, librariesStore, media }: LibraryServices,
) => {
  const store = createIntakeStore(database);
  const intake = createIntakeService({
    store,
    proposals: createProposals(database),
    queue,
    taskStatus: (id) => {
      try {
        return tasks.get(id).status;
      } catch {
        return undefined;
      }
    },
    checkFolder: validateRoot,
    ownFolders: () => [...new Set([paths.data, settings.get('backups.folder') || paths.backups])],
    libraryFolders: () => librariesStore.everything(),
    deletionClock,
    onWatched: () => void intakeWatch.checkAll(),
  });
  const intakeHandlers = createIntakeHandlers({
    ...{ store, intake, executor, queue, bus },
    answers: libraries.answers,
    quietMs: host.quietMs,
    folderAnswers: (path) =>
      media
        .gated(path, () => stat(path))
        .then(
          () => true,
          // A folder that is not there answers; only a drive that hangs does not.
          () => !media.gate.isSilent(media.volumeOf(path)),
        ),
  });
  const intakeWatch = createIntakeWatch({ store, intake, gated: media.gated, log });
  return { intake, intakeHandlers, intakeWatch };
};
