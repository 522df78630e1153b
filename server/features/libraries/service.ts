import type {
  CreateLibrary,
  Library,
  listLibraries,
  UpdateLibrary,
} from '../../../shared/api/libraries.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { AppError, badField, notFound } from '../../../shared/errors.ts';
import type { Bus } from '../../bus.ts';
import type { Listing } from '../../database/json.ts';
import { foldersTouch } from '../../scanner/same-folder.ts';
import { withTimeLimit } from '../../tasks/time-limit.ts';
import { naturalCompare, sortTitle } from '../../text/natural.ts';
import { createRootWatch, glanceMs, validateRoot } from './root.ts';
import { validateScanningRules } from './scanning-rules.ts';
import type { LibrariesStore, LibraryFields } from './store.ts';

export interface LibrariesService {
  list(query: EndpointParsed<typeof listLibraries>['query']): Promise<Listing<Library>>;
  get(id: string): Promise<Library>;
  /** Throws BadRequest for a folder or rule that cannot be used, Conflict for a name or folder in use. */
  create(library: CreateLibrary): Promise<Library>;
  /** Changes the fields that are given; a new path ends what is running for the library. */
  update(id: string, changes: UpdateLibrary): Promise<Library>;
  /** Ends its tasks and removes what is known of it, never a file of it. */
  remove(id: string): Promise<void>;
}

export const createLibrariesService = ({
  store,
  bus,
  startScan,
  cancelTasks,
  removeBooks,
  ownFolders = () => [],
  isSilent = () => false,
}: {
  store: LibrariesStore;
  bus: Bus;
  startScan: (libraryId: string) => unknown;
  /** Cancels all tasks of a library; resolves when they have stopped. */
  cancelTasks: (libraryId: string) => Promise<void>;
  /** Removes all books and series of a library with what hangs on them, away from requests. */
  removeBooks: (libraryId: string) => Promise<unknown>;
  /** Where Octavo keeps its own files: no place for books, and none that a scan looks into. */
  ownFolders?: () => readonly string[];
  /** Whether the files of a folder do not answer, although the folder itself may. */
  isSilent?: (path: string) => boolean;
}): LibrariesService => {
  const roots = createRootWatch();
  const inTurn = createTurns();

  const found = (id: string): Library => {
    const library = store.get(id);
    if (!library) throw notFound('Library', id);
    return library;
  };
  /** What is not known at once is told by the bus when it is. */
  const refresh = async ({ id, path, book_count }: Library): Promise<void> => {
    const look = roots.isAvailable(path, book_count > 0).then((answers) => {
      const available = answers && !isSilent(path);
      if (store.setAvailable(id, available)) bus.emit('library_updated', { library_id: id });
    });
    await withTimeLimit(look, glanceMs, undefined);
  };
  const current = async (id: string): Promise<Library> => {
    await refresh(found(id));
    return found(id);
  };

  /** A whole record may be sent back while its drive is not connected, so only a new folder is looked at. */
  const checkedRoot = async (given: string): Promise<string> => {
    const root = await validateRoot(given);
    for (const own of ownFolders()) {
      if (!(await foldersTouch(root, own))) continue;
      throw badField(
        'body.path',
        `The folder "${root}" is, contains or lies in "${own}", where Octavo keeps its own files`,
      );
    }
    return root;
  };

  /** Throws Conflict where another library has the name or a folder that touches this one. */
  const refuseTaken = async ({ name, path }: LibraryFields, ownId: string | null) => {
    for (const other of store.all().filter(({ id }) => id !== ownId)) {
      if (!(await foldersTouch(path, other.path))) continue;
      throw new AppError(
        'Conflict',
        `The folder "${path}" is, contains or lies in the folder of library "${other.name}"`,
      );
    }
    const namesake = store.idOfName(name);
    if (namesake !== undefined && namesake !== ownId) {
      throw new AppError('Conflict', `A library named "${name}" already exists`);
    }
  };

  return {
    async list({ page, pageSize, sort }) {
      await Promise.all(store.all().map(refresh));
      const compare = orders[sort.field];
      const sign = sort.direction === 'asc' ? 1 : -1;
      const libraries = store.all().sort((a, b) => sign * (compare(a, b) || order(a.id, b.id)));
      const start = (page - 1) * pageSize;
      return { data: libraries.slice(start, start + pageSize), total: libraries.length };
    },
    get: current,
    async create({ scan_immediately, ...given }) {
      const id = await inTurn(async () => {
        validateScanningRules(given);
        const fields = { ...merge(defaults, given), path: await checkedRoot(given.path) };
        await refuseTaken(fields, null);
        return store.insert(fields);
      });
      bus.emit('library_created', { library_id: id });
      if (scan_immediately) startScan(id);
      return found(id);
    },
    async update(id, changes) {
      const moved = await inTurn(async () => {
        const before = found(id);
        validateScanningRules(changes);
        const fields = merge(before, changes);
        if (fields.path !== before.path) fields.path = await checkedRoot(fields.path);
        await refuseTaken(fields, id);
        store.update(id, fields);
        return fields.path !== before.path;
      });
      // What runs still reads the folder of before.
      if (moved) await cancelTasks(id);
      bus.emit('library_updated', { library_id: id });
      return current(id);
    },
    async remove(id) {
      found(id);
      await cancelTasks(id);
      await removeBooks(id);
      // Somebody may have started a scan in the meantime.
      await cancelTasks(id);
      store.remove(id);
      bus.emit('library_deleted', { library_id: id });
    },
  };
};

const defaults: Omit<LibraryFields, 'name' | 'path'> = {
  scanning_config: {
    enabled: true,
    cron_schedule: null,
    default_mode: 'normal',
    scan_on_start: false,
  },
  series_strategy: 'folder',
  reading_direction: 'ltr',
  excluded_patterns: [],
  watch: false,
};

/** The fields of before with those that were sent. */
const merge = <Before extends Omit<LibraryFields, 'name' | 'path'>>(
  before: Before,
  { scanning_config, ...changes }: UpdateLibrary,
): Before & LibraryFields =>
  ({
    ...before,
    ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
    scanning_config: { ...before.scanning_config, ...scanning_config },
  }) as Before & LibraryFields;

/** Runs one piece of work after the other: two requests for the same folder must not both win. */
const createTurns = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
};

const order = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

const orders = {
  name: (a: Library, b: Library) => naturalCompare(sortTitle(a.name), sortTitle(b.name)),
  created_at: (a: Library, b: Library) => order(a.created_at, b.created_at),
  book_count: (a: Library, b: Library) => a.book_count - b.book_count,
  last_scanned_at: (a: Library, b: Library) =>
    order(a.last_scanned_at ?? '', b.last_scanned_at ?? ''),
};
