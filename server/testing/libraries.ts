import { createEventBus } from '../lib/event-bus.ts';
import { createLibrariesService } from '../features/libraries/service.ts';
import { createLibrariesStore } from '../features/libraries/store.ts';
import { createTestStore } from './seed.ts';

/** Libraries with a real store and bus, without scans. */
export const createTestLibraries = () => {
  const { dir: directory, database, close } = createTestStore();
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
      removeLibrary: async (id) => {
        store.remove(id);
        bus.emit('library_deleted', { library_id: id });
      },
    }),
    close,
  };
};

export type TestLibraries = ReturnType<typeof createTestLibraries>;
