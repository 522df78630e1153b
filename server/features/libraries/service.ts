import { tmpdir } from 'node:os';

import type {
  CreateLibrary,
  Library,
  listLibraries,
  UpdateLibrary,
} from '../../../shared/api/libraries.ts';
import { defaultScanRules, mergeScanRules } from '../../../shared/api/scan-rules.ts';
import type { CalibreColumn } from '../../../shared/api/library-preview.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { AppError, badField, type FieldProblem, notFound } from '../../../shared/errors.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import { type ListPage, sortedPage } from '../../database/json.ts';
import { storageProblem } from '../../database/storage-problem.ts';
import { foldersOverlap } from '../../scanner/scan/folder-overlap.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { ascending, naturalCompare, sortTitle } from '../../text/natural.ts';
import { calibreColumnsIn } from './calibre-columns-in.ts';
import { createFolderProbe, probeTimeoutMs, validateRoot } from './library-folder.ts';
import { type KnownFile, previewFolders } from './preview.ts';
import { validateScanningRules } from './scanning-rules.ts';
import type { LibrariesStore, LibraryFields } from './store.ts';

export interface LibrariesService {
  list(query: EndpointParsed<typeof listLibraries>['query']): Promise<ListPage<Library>>;
  get(id: string): Promise<Library>;
  /** Throws BadRequest for an unusable folder or rule, Conflict for a name or folder in use. */
  create(
    library: CreateLibrary,
    options?: { id?: string | undefined; callerId?: string },
  ): Promise<Library>;
  /** Updates the given fields; a new path cancels the library's running tasks. */
  update(id: string, changes: UpdateLibrary, callerId?: string): Promise<Library>;
  /**
   * Deletes the records of a library, never its files. Throws Conflict if that was cancelled, and
   * InternalError if it failed.
   */
  remove(id: string): Promise<void>;
  /** As `previewFolders`, compared with a library. Throws NotFound. */
  preview(
    body: Parameters<typeof previewFolders>[0],
    signal: AbortSignal,
  ): ReturnType<typeof previewFolders>;
  /** The custom columns of a calibre library. Throws BadRequest for an unreadable one. */
  calibreColumns(path: string, signal: AbortSignal): Promise<{ columns: CalibreColumn[] }>;
  /** Whether its folder responds, with entries or an error; a hung one is marked unavailable. */
  answers(id: string): Promise<boolean>;
  /**
   * Throws Forbidden for a person who sees only parts of libraries, whether something is hidden in this one
   * or not, so that the response does not reveal it.
   */
  refusePart(): void;
}

export const createLibrariesService = ({
  store,
  bus,
  startScan,
  cancelTasks,
  removeLibrary,
  ownFolders = () => [],
  isSilent = () => false,
  filesOf = () => Promise.resolve([]),
  copyFolder = tmpdir(),
}: {
  store: LibrariesStore;
  bus: EventBus;
  startScan: (libraryId: string) => unknown;
  /** Cancels all tasks of a library; resolves when they have stopped. */
  cancelTasks: (libraryId: string) => Promise<void>;
  /** Runs the task that removes a library. */
  removeLibrary: (libraryId: string) => Promise<void>;
  /** Folders with Octavo's own files, which libraries must not contain and scans skip. */
  ownFolders?: () => readonly string[];
  /** Whether reads of a folder's files hang, although the folder itself may respond. */
  isSilent?: (path: string) => boolean;
  /** The present books of a library. */
  filesOf?: (libraryId: string) => Promise<readonly KnownFile[]>;
  copyFolder?: string;
}): LibrariesService => {
  const roots = createFolderProbe();
  const inTurn = createTurns();

  const { refuseFolder, refusePart } = createRefusals(store);

  const found = (id: string): Library => {
    const library = store.get(id);
    if (!library) throw notFound('Library', id);
    return library;
  };
  /** A result that takes longer is published as an event later. */
  const refresh = async ({ id, path, book_count }: Library): Promise<void> => {
    const publish = (available: boolean) => {
      if (noteAvailability(store, id, available)) bus.emit('library_updated', { library_id: id });
    };
    if (isSilent(path)) publish(false);
    const probe = roots
      .isAvailable(path, book_count > 0)
      .then((isThere) => (isThere === null ? undefined : publish(isThere && !isSilent(path))));
    await withTimeout(probe, probeTimeoutMs, undefined);
  };
  const current = async (id: string): Promise<Library> => {
    await refresh(found(id));
    return found(id);
  };

  /**
   * Only a new folder is checked, because a full record can be sent back while its drive is
   * disconnected.
   */
  const checkedRoot = async (given: string): Promise<string> => {
    const root = await validateRoot(given);
    for (const own of ownFolders()) {
      if (!(await foldersOverlap(root, own))) continue;
      throw badField(
        'body.path',
        `The folder "${root}" is, contains or is inside "${own}", where Octavo keeps its own files`,
      );
    }
    return root;
  };

  /** Throws Conflict if another library has the name or an overlapping folder. */
  const refuseTaken = async ({ name, path }: LibraryFields, ownId: string | null) => {
    for (const other of store.everything().filter(({ id }) => id !== ownId)) {
      if (!(await foldersOverlap(path, other.path))) continue;
      throw takenField(
        'body.path',
        `The folder "${path}" is, contains or is inside the folder of library "${other.name}"`,
      );
    }
    const namesake = store.idOfName(name);
    if (namesake !== undefined && namesake !== ownId) {
      throw takenField('body.name', `A library named "${name}" already exists`);
    }
  };

  return {
    async list(query) {
      await Promise.all(store.all().map(refresh));
      const compare = orders[query.sort.field];
      return sortedPage(store.all(), query, (a, b) => compare(a, b) || ascending(a.id, b.id));
    },
    get: current,
    async create({ scan_immediately, ...given }, { id: wantedId, callerId } = {}) {
      refuseFolder();
      const id = await inTurn(async () => {
        validateScanningRules(given, { callerId });
        const fields = { ...merge(defaults, given), path: await checkedRoot(given.path) };
        await refuseTaken(fields, null);
        return store.insert(fields, wantedId);
      });
      bus.emit('library_created', { library_id: id });
      if (scan_immediately) startScan(id);
      return found(id);
    },
    async update(id, changes, callerId) {
      const moved = await inTurn(async () => {
        const before = found(id);
        refusePart();
        validateScanningRules(changes, { callerId, before });
        const fields = merge(before, changes);
        if (fields.path !== before.path) {
          refuseFolder();
          fields.path = await checkedRoot(fields.path);
        }
        await refuseTaken(fields, id);
        store.update(id, fields);
        return fields.path !== before.path;
      });
      // Running tasks still read the previous folder.
      if (moved) await cancelTasks(id);
      bus.emit('library_updated', { library_id: id });
      return current(id);
    },
    async remove(id) {
      found(id);
      refusePart();
      await removeLibrary(id);
    },
    async preview(body, signal) {
      const saved = body.library_id === undefined ? null : found(body.library_id);
      refuseFolder();
      const library = saved && { saved, files: await filesOf(saved.id) };
      return previewFolders(body, signal, library);
    },
    calibreColumns: calibreColumnsIn(copyFolder, refuseFolder),
    async answers(id) {
      const library = store.get(id);
      if (!library || (await roots.answers(library.path))) return true;
      await refresh(library);
      return false;
    },
    refusePart,
  };
};

/**
 * Returns whether the availability changed. A full disk is ignored here, so that it does not break
 * read requests.
 */
const noteAvailability = (
  store: Pick<LibrariesStore, 'setAvailable'>,
  id: string,
  available: boolean,
): boolean => {
  try {
    return store.setAvailable(id, available);
  } catch (error) {
    if (storageProblem(error) === null) throw error;
    return false;
  }
};

/** Refusals for people with content restrictions; they throw Forbidden. */
const createRefusals = (store: Pick<LibrariesStore, 'sees'>) => ({
  /** A folder can hold what is hidden in another library, so a restricted person chooses none. */
  refuseFolder: (): void => {
    if (store.sees() === 'everything') return;
    throw new AppError(
      'Forbidden',
      'Content restrictions keep you from choosing the folder of a library',
    );
  },
  refusePart: (): void => {
    if (store.sees() !== 'parts') return;
    throw new AppError('Forbidden', 'Content restrictions keep you from changing a whole library');
  },
});

/** A conflict that one field of the request causes. */
const takenField = (path: string, message: string): AppError =>
  new AppError('Conflict', message, { details: [{ path, message }] satisfies FieldProblem[] });

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
  scan_rules: defaultScanRules,
  watch: false,
  write_metadata: false,
  file_name_pattern: '',
  convert_files: false,
  conversion_rule: null,
  check_files: true,
};

/** Merges the given fields into the existing ones. */
const merge = <Before extends Omit<LibraryFields, 'name' | 'path'>>(
  before: Before,
  { scanning_config, scan_rules, ...changes }: UpdateLibrary,
): Before & LibraryFields =>
  ({
    ...before,
    ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
    scanning_config: { ...before.scanning_config, ...scanning_config },
    scan_rules: mergeScanRules(before.scan_rules, scan_rules),
  }) as Before & LibraryFields;

/**
 * Runs operations one after the other, because only one of two requests for the same folder can
 * succeed.
 */
const createTurns = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
};

const orders = {
  name: (a: Library, b: Library) => naturalCompare(sortTitle(a.name), sortTitle(b.name)),
  created_at: (a: Library, b: Library) => ascending(a.created_at, b.created_at),
  book_count: (a: Library, b: Library) => a.book_count - b.book_count,
  last_scanned_at: (a: Library, b: Library) =>
    ascending(a.last_scanned_at ?? '', b.last_scanned_at ?? ''),
};
