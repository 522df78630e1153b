import { join } from 'node:path';

import { maxImportBytes } from '../../shared/api/imports.ts';
import { createRecordsStores } from '../features/edits/records-store.ts';
import { isText, locatorSchema, positionOf } from '../features/epub/locator.ts';
import { createAddedDates } from '../features/imports/added-dates.ts';
import { createSeriesArrangement } from '../features/imports/arrange-series.ts';
import { createImportFiles } from '../features/imports/files.ts';
import { createImportsHandlers } from '../features/imports/handlers.ts';
import { createInvitations } from '../features/imports/invitations.ts';
import { createJournal } from '../features/imports/journal.ts';
import { createCoverKind } from '../features/imports/kinds/cover-kind.ts';
import { createEditKind } from '../features/imports/kinds/edit-kind.ts';
import { createListKind } from '../features/imports/kinds/list-kinds.ts';
import { createRatingKind, createWantedKind } from '../features/imports/kinds/opinion-kinds.ts';
import {
  createFollowedKind,
  createGoalKind,
  createPreferenceKind,
  createSmartListKind,
} from '../features/imports/kinds/own-kinds.ts';
import { createPersonKind } from '../features/imports/kinds/person-kind.ts';
import { createPlaceKind } from '../features/imports/kinds/place-kind.ts';
import {
  createAnnotationKind,
  createProgressKind,
  createFormerReadingKind,
  createReadingKind,
  type PageOfLocator,
} from '../features/imports/kinds/reading-kinds.ts';
import { createVolumeKind } from '../features/imports/kinds/volume-kind.ts';
import { createLineMatcher } from '../features/imports/match-lines.ts';
import { createMatchStore } from '../features/imports/match-store.ts';
import { createNewIds, createNewLibraries } from '../features/imports/new-libraries.ts';
import { createImportsService, type Connections } from '../features/imports/service.ts';
import { createSeriesTrackingWriter } from '../features/imports/series-tracking.ts';
import { createImportsStore } from '../features/imports/store.ts';
import { createUseSince } from '../features/imports/use-since.ts';
import { createLineWriter, type KindWriters } from '../features/imports/write-lines.ts';
import { createOrganiseMutations } from '../features/organise/mutations.ts';
import type { Caller } from '../http/api/caller.ts';
import type { AppContext } from './app-context.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import type { LibraryServices } from './library-services.ts';

/** Imports from other programs. */
export const createImports = (
  { database, bus, clock, deletionClock, paths }: AppContext,
  { queue, scans, tasks }: BackgroundJobs,
  { epub, coverChoices, libraries, uploads, followUp }: LibraryServices,
) => {
  const store = createImportsStore(database);
  const matches = createMatchStore(database);
  const journal = createJournal(database);
  const useSince = createUseSince(database);
  const files = createImportFiles(join(paths.data, 'imports'), maxImportBytes);
  void files.removeAbandoned((id) => store.get(id) !== undefined, deletionClock());
  const connections: Connections = new Map();
  const importId = database
    .prepare<[number], string>('SELECT id FROM imports WHERE pk = ?')
    .pluck();

  const pageOfLocator: PageOfLocator = async (bookId, locator) => {
    try {
      const list = await epub.positions(nobody, bookId);
      const parsed = locatorSchema.parse(JSON.parse(locator));
      return isText(list) ? (positionOf(parsed, list)?.locations.position ?? null) : null;
    } catch {
      // A book that cannot be read has no positions; the page then follows from the share.
      return null;
    }
  };
  const readImage = (importPk: number, name: string) =>
    files.image(importId.get(importPk) ?? '', name);
  const options = { database, journal, pageOfLocator, uploads, readImage };
  const kinds: KindWriters = {
    person: createPersonKind({ database, journal, matches }),
    edit: createEditKind({ records: createRecordsStores(database), journal }),
    cover: createCoverKind({ covers: coverChoices, journal, readImage }),
    progress: createProgressKind(options),
    reading: createReadingKind(options),
    annotation: createAnnotationKind(options),
    rating: createRatingKind(options),
    wanted: createWantedKind(options),
    collection: createListKind('collection', options),
    read_list: createListKind('read_list', options),
    place: createPlaceKind(options),
    volume: createVolumeKind(options),
    smart_list: createSmartListKind(options),
    goal: createGoalKind(options),
    followed: createFollowedKind(options),
    preference: createPreferenceKind(options),
    former_reading: createFormerReadingKind(options),
  };
  const matcher = createLineMatcher({ database, store, matches, kinds });
  const imports = createImportsService({
    store,
    matches,
    matcher,
    files,
    invitations: createInvitations(database, clock),
    connections,
    queue,
    taskStatus: tasks.status,
    clock,
  });
  const ids = createNewIds(database);
  const dates = createAddedDates({ database, store, journal });
  const importsHandlers = createImportsHandlers({
    store,
    matches,
    files,
    matcher,
    writer: createLineWriter({ database, store, journal, useSince, kinds, dates, clock }),
    newLibraries: createNewLibraries({
      store,
      matches,
      ids,
      journal,
      useSince,
      libraries,
      scans,
      queue,
    }),
    arrangement: createSeriesArrangement({
      ...{ database, store, ids, journal, follow: followUp },
      writes: createOrganiseMutations(database),
    }),
    tracking: createSeriesTrackingWriter({ database, store, journal }),
    dates,
    connections,
    bus,
    clock,
  });
  return { imports, importsHandlers };
};

/** Reads books for the household; who asks only matters for progress, which is not read. */
const nobody: Caller = {
  user_pk: 0,
  user: { id: '', username: '', email: null, role: 'admin' },
  permissions: new Set(),
  auth_method: 'jwt',
  jti: null,
  key_id: null,
  restricted: false,
  apps_can_change: false,
  version: '',
};
