import { stat } from 'node:fs/promises';

import type { FileBin } from '../scanner/file-bin/file-bin.ts';
import { createFileDeletionsHandlers } from '../features/file-deletions/handlers.ts';
import { createFileDeletionsService } from '../features/file-deletions/service.ts';
import { createFileDeletionsStore } from '../features/file-deletions/store.ts';
import { createSeriesAssignment } from '../scanner/series/series-assignment.ts';
import { createIntakeHandlers } from '../features/intake/handlers.ts';
import { createIntakeService } from '../features/intake/service.ts';
import { createIntakeStore } from '../features/intake/store.ts';
import { createIntakeWatch } from '../features/intake/watch.ts';
import { validateRoot } from '../features/libraries/library-folder.ts';
import { createProposals } from '../scanner/intake/propose.ts';
import { type AppContext, ownFolders } from './app-context.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import type { LibraryServices } from './library-services.ts';

const createIntake = (
  { host, database, bus, settings, paths, deletionClock, log }: AppContext,
  { executor, queue, tasks }: BackgroundJobs,
  { libraries, librariesStore, media }: LibraryServices,
) => {
  const store = createIntakeStore(database);
  const intake = createIntakeService({
    store,
    proposals: createProposals(database),
    queue,
    taskStatus: tasks.status,
    checkFolder: validateRoot,
    ownFolders: () => ownFolders({ settings, paths }),
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

/** Deleting books with their files. */
const createFileDeletions = (
  { database, settings, deletionClock }: AppContext,
  { queue }: BackgroundJobs,
  { followUp, media }: LibraryServices,
  bin: FileBin,
) => {
  const store = createFileDeletionsStore(database);
  return {
    fileDeletions: createFileDeletionsService({ store, queue, settings, deletionClock }),
    fileDeletionsHandlers: createFileDeletionsHandlers({
      ...{ store, bin, gate: media.gate, follow: followUp },
      settle: createSeriesAssignment(database).refreshVisibility,
    }),
  };
};

/** Taking in files from folders outside of libraries, and deleting books with their files. */
export const createIntakeAndDeletions = (
  context: AppContext,
  backgroundJobs: BackgroundJobs,
  libraryServices: LibraryServices,
  bin: FileBin,
) => {
  const { intake, intakeHandlers, intakeWatch } = createIntake(
    context,
    backgroundJobs,
    libraryServices,
  );
  const { fileDeletions, fileDeletionsHandlers } = createFileDeletions(
    context,
    backgroundJobs,
    libraryServices,
    bin,
  );
  context.shutdown.defer('watched intake folders', intakeWatch.keep());
  return {
    services: { intake, fileDeletions },
    handlers: { ...intakeHandlers, ...fileDeletionsHandlers },
  };
};
