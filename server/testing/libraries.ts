import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createEventBus } from '../lib/event-bus.ts';
import { closeDatabase, openDatabase } from '../database/database.ts';
import { createLibrariesService } from '../features/libraries/service.ts';
import { createLibrariesStore } from '../features/libraries/store.ts';

/** Libraries with a real store and bus, without scans. */
export const createTestLibraries = () => {
  const directory = mkdtempSync(join(tmpdir(), 'octavo-libraries-'));
  const database = openDatabase(join(directory, 'octavo.db'));
  const store = createLibrariesStore(database);
  const bus = createEventBus();
  const nothing = async () => undefined;
  return {
    /** The test's own folder. */
    directory,
    database,
    store,
    bus,
    libraries: createLibrariesService({
      store,
      bus,
      startScan: nothing,
      cancelTasks: nothing,
      removeBooks: nothing,
    }),
    close() {
      closeDatabase(database);
      rmSync(directory, { recursive: true });
    },
  };
};

export type TestLibraries = ReturnType<typeof createTestLibraries>;
