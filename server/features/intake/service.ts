import type {
  IntakeFolder,
  listIntakeFolders,
  NewIntakeFolder,
  updateIntakeFolder,
} from '../../../shared/api/intake-folders.ts';
import type {
  ChangeIntakeFiles,
  Intake,
  IntakeFile,
  listIntakeFiles,
  listIntakes,
} from '../../../shared/api/intake.ts';
import { daysBefore } from '../../../shared/durations.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { AppError, badField, notFound } from '../../../shared/errors.ts';
import type { ListPage } from '../../database/json.ts';
import type { Proposals } from '../../scanner/intake/propose.ts';
import { foldersOverlap } from '../../scanner/scan/folder-overlap.ts';
import { createTaskReports } from '../../tasks/task-reports.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import { createIntakeFileChanger } from './change-file.ts';
import { type IntakeStore, keptReportDays, type StoredIntake } from './store.ts';

type FolderChange = EndpointParsed<typeof updateIntakeFolder>['body'];

/** Adds files from intake folders to libraries. Every method with an id throws NotFound. */
export interface IntakeService {
  folders(query: EndpointParsed<typeof listIntakeFolders>['query']): ListPage<IntakeFolder>;
  /** Throws BadRequest for an unusable folder, Conflict for a duplicate. */
  addFolder(given: NewIntakeFolder): Promise<IntakeFolder>;
  updateFolder(id: string, change: FolderChange): Promise<IntakeFolder>;
  removeFolder(id: string): void;
  /** Starts the analysis of a folder. Throws Conflict while one is in progress. */
  look(folderId: string, isAutomatic?: boolean): { id: string; task_id: string };
  list(query: EndpointParsed<typeof listIntakes>['query']): ListPage<Intake>;
  get(id: string): Intake;
  /** Throws Conflict while work is in progress, like the methods below. */
  remove(id: string): void;
  files(id: string, query: EndpointParsed<typeof listIntakeFiles>['query']): ListPage<IntakeFile>;
  /** Throws BadRequest for an invalid file name and for a series of another library. */
  updateFiles(id: string, change: ChangeIntakeFiles): { changed: number };
  /** A run by rule adds only new books of known series. */
  take(id: string, step?: 'take' | 'rule'): { task_id: string };
  undo(id: string, fileIds?: readonly string[]): { task_id: string };
}

const working: ReadonlySet<string> = new Set(['looking', 'taking', 'undoing']);

const conflict = (message: string) => new AppError('Conflict', message);

export const createIntakeService = ({
  store,
  proposals,
  queue,
  taskStatus,
  checkFolder,
  ownFolders,
  libraryFolders,
  deletionClock,
  onWatched,
}: {
  store: IntakeStore;
  proposals: Proposals;
  queue: Pick<TaskQueue, 'enqueue'>;
  /** Undefined for a deleted task. */
  taskStatus: (id: string) => string | undefined;
  /** Returns the real path of a folder. Throws BadRequest for an unusable one. */
  checkFolder: (path: string) => Promise<string>;
  /** Folders with Octavo's own files. */
  ownFolders: () => readonly string[];
  libraryFolders: () => readonly { name: string; path: string }[];
  /** The clock for permanent deletion. */
  deletionClock: () => Date;
  /** Called when a folder begins to be watched. */
  onWatched: () => void;
}): IntakeService => {
  const folderOf = (id: string) => {
    const folder = store.folder(id);
    if (!folder) throw notFound('Intake folder', id);
    return folder;
  };
  const requireLibrary = (id: string): void => {
    const library = store.library(id);
    if (!library) throw notFound('Library', id);
    if (library.is_calibre === 1)
      throw conflict('calibre keeps the files of this library. Add the books in calibre.');
  };
  const refuseOverlap = createOverlapCheck({ store, libraryFolders, ownFolders });
  const { opened, found, idle } = createTaskReports<StoredIntake>({
    store,
    taskStatus,
    working,
    missing: (id) => notFound('Report', id),
    busy: 'It is still being worked on. Wait for its end, or cancel its task.',
  });
  const start = ({ pk, id, library_id }: StoredIntake, step: 'look' | 'take' | 'rule' | 'undo') => {
    const payload = { intake_id: id, step };
    const task = queue.enqueue({ task_type: 'take_in', library_id, payload });
    store.setTask(pk, task.id);
    return { task_id: task.id };
  };

  const changeFile = createIntakeFileChanger({ store, proposals });

  return {
    folders: (query) => store.folders(query),
    async addFolder(given) {
      requireLibrary(given.library_id);
      const path = await checkFolder(given.path);
      await refuseOverlap(path);
      const id = store.insertFolder({ ...given, path });
      if (given.is_watched) onWatched();
      return store.folderRecord(id);
    },
    async updateFolder(id, change) {
      const before = folderOf(id);
      const { path } = before;
      const after = {
        library_id: change.library_id ?? before.library_id,
        method: change.method ?? before.method,
        is_watched: change.is_watched ?? before.is_watched === 1,
        quiet_minutes: change.quiet_minutes ?? before.quiet_minutes,
      };
      requireLibrary(after.library_id);
      // The folder may have become a library since.
      if (after.is_watched) await checkFolder(path);
      store.updateFolder(id, after);
      if (after.is_watched) onWatched();
      return store.folderRecord(id);
    },
    removeFolder: (id) => store.removeFolder(folderOf(id).id),
    look(folderId, isAutomatic = false) {
      const { library_id } = folderOf(folderId);
      requireLibrary(library_id);
      const latest = store.latestOf(folderId);
      if (latest !== undefined) idle(latest);
      store.prune(daysBefore(deletionClock(), keptReportDays));
      const id = store.open(folderId, isAutomatic);
      return { id, ...start(opened(id), 'look') };
    },
    list: (query) => store.list(query),
    get: (id) => {
      found(id);
      return store.record(id);
    },
    remove: (id) => store.remove(idle(id).pk),
    files: (id, query) => store.files(found(id).pk, query),
    updateFiles(id, change) {
      const { pk, library_id } = idle(id);
      const { file_ids: ids = null, verdict = null, series_id } = change;
      const series = series_id === undefined ? undefined : store.series(series_id);
      if (series_id !== undefined && series?.library_id !== library_id) {
        throw badField(
          'body.series_id',
          'Choose a series of the library to which the files are added',
        );
      }
      const pattern = store.pattern(library_id);
      const files = store.changeable(pk, { ids, verdict });
      if (change.target !== undefined && files.length !== 1) {
        throw badField('body.target', 'Only one file at a time can be named');
      }
      store.transaction(() => {
        for (const file of files) changeFile(file, change, { pattern, series_pk: series?.pk });
      });
      return { changed: files.length };
    },
    take(id, step = 'take') {
      const stored = idle(id);
      store.retry(stored.pk);
      if (store.countIn(stored.pk, 'planned', 'taking') === 0)
        throw conflict('There is nothing to add');
      store.setStatus(stored.pk, 'taking');
      return start(stored, step);
    },
    undo(id, fileIds) {
      const stored = idle(id);
      const marked = store.markUndoing(stored.pk, fileIds ?? null);
      if (marked + store.countIn(stored.pk, 'undoing') === 0)
        throw conflict('There is nothing to undo');
      store.setStatus(stored.pk, 'undoing');
      return start(stored, 'undo');
    },
  };
};

/** Refuses folders with files of libraries or of Octavo, and duplicates. */
const createOverlapCheck =
  ({
    store,
    libraryFolders,
    ownFolders,
  }: {
    store: Pick<IntakeStore, 'folderPaths'>;
    libraryFolders: () => readonly { name: string; path: string }[];
    ownFolders: () => readonly string[];
  }) =>
  async (path: string): Promise<void> => {
    for (const { name, path: library } of libraryFolders()) {
      if (!(await foldersOverlap(path, library))) continue;
      throw badField(
        'body.path',
        `The folder is, contains or is inside the folder of library "${name}". Choose one outside of libraries.`,
      );
    }
    for (const own of ownFolders()) {
      if (!(await foldersOverlap(path, own))) continue;
      throw badField('body.path', 'Octavo keeps its own files in this folder. Choose another one.');
    }
    for (const other of store.folderPaths()) {
      if (await foldersOverlap(path, other.path)) throw conflict('This folder is listed already');
    }
  };
