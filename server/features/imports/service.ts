import type { Import, ImportKind, ImportLine } from '../../../shared/api/import-record.ts';
import type {
  connectImport,
  createImport,
  inviteImported,
  listImportLines,
  listImports,
  runImport,
  updateImportLine,
  uploadImport,
} from '../../../shared/api/imports.ts';
import type { EndpointParsed, EndpointResult } from '../../../shared/endpoint.ts';
import { AppError, badField, notFound } from '../../../shared/errors.ts';
import { newId } from '../../database/ids.ts';
import type { ListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import { parseUserPath } from '../../paths/parse-user-path.ts';
import { createTaskReports } from '../../tasks/task-reports.ts';
import type { ImportStep } from '../../tasks/task-types.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import type { ImportFiles } from './files.ts';
import type { Invitations } from './invitations.ts';
import type { LineMatcher } from './match-lines.ts';
import type { MatchStore } from './match-store.ts';
import type { Connection } from './sources/komga-client.ts';
import { isAbsolute, withSlashes } from './folder-mapping.ts';
import type { KindLine } from './lines-store.ts';
import type { ImportsStore, StoredImport } from './store.ts';

type Parsed<E> = EndpointParsed<E>;

/** Imports the data of another program. Every method with an id throws NotFound. */
export interface ImportsService {
  list(query: Parsed<typeof listImports>['query']): ListPage<Import>;
  get(id: string): Import;
  create(caller: Caller, body: Parsed<typeof createImport>['body']): Import;
  connect(caller: Caller, body: Parsed<typeof connectImport>['body']): Import;
  /** Throws PayloadTooLarge. */
  upload(
    caller: Caller,
    query: Parsed<typeof uploadImport>['query'],
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<Import>;
  /** Throws Conflict while work is in progress, like the methods below. */
  remove(id: string): Promise<void>;
  lines(id: string, query: Parsed<typeof listImportLines>['query']): ListPage<ImportLine>;
  updateLine(id: string, line: number, change: Parsed<typeof updateImportLine>['body']): ImportLine;
  run(id: string, body: Parsed<typeof runImport>['body']): { task_id: string };
  undo(id: string): { task_id: string };
  /** `site` is the address of the web app. */
  invite(id: string, site: string): EndpointResult<typeof inviteImported>;
}

/** Servers to read from, by import. Their keys stay in memory until they have been read. */
export type Connections = Map<string, Connection>;

const working: ReadonlySet<string> = new Set(['reading', 'importing', 'undoing']);
const aboutRecords: ReadonlySet<ImportKind> = new Set(['library', 'person', 'series', 'book']);

export const createImportsService = ({
  store,
  matches,
  matcher,
  files,
  invitations,
  connections,
  queue,
  taskStatus,
  clock,
}: {
  store: ImportsStore;
  matches: Pick<MatchStore, 'exists'>;
  matcher: Pick<LineMatcher, 'about' | 'folderState'>;
  files: ImportFiles;
  invitations: Invitations;
  connections: Connections;
  queue: Pick<TaskQueue, 'enqueue'>;
  /** Undefined for a deleted task. */
  taskStatus: (id: string) => string | undefined;
  clock: () => Date;
}): ImportsService => {
  const { found, idle } = createTaskReports<StoredImport>({
    store,
    taskStatus,
    working,
    missing: (id) => notFound('Import', id),
    busy: 'This import is at work. Wait for its end, or cancel its task.',
  });
  const start = ({ pk, id }: StoredImport, step: ImportStep): { task_id: string } => {
    const task = queue.enqueue({ task_type: 'import_data', payload: { import_id: id, step } });
    store.setTask(pk, task.id);
    return { task_id: task.id };
  };
  const begin = (id: string): Import => {
    const stored = store.get(id);
    if (stored) start(stored, 'read');
    return store.record(id);
  };

  /** The line with the chosen target. Throws BadRequest for an unknown target. */
  const chooseTarget = ({ pk }: StoredImport, line: KindLine, target: string | null): void => {
    const { kind } = line;
    if (kind === 'library') {
      if (target !== null && !isAbsolute(target)) {
        throw badField('body.target', 'Write the absolute path of a folder');
      }
      const match =
        target === null
          ? ({ state: 'missing', basis: 'choice', target } as const)
          : matcher.folderState(withSlashes(target));
      store.match(line.pk, match);
      return;
    }
    if (kind !== 'person' && kind !== 'series' && kind !== 'book') {
      throw badField('body.target', 'This line follows its person, series or book');
    }
    if (target !== null && !matches.exists(kind, target)) {
      throw badField('body.target', 'The chosen target no longer exists');
    }
    const none = kind === 'person' ? 'new' : 'missing';
    store.match(line.pk, { state: target === null ? none : 'matched', basis: 'choice', target });
    if (kind !== 'person') matcher.about(pk, line.source_id);
  };

  return {
    list: (query) => store.list(query),
    get: (id) => {
      found(id);
      return store.record(id);
    },
    create({ user_pk }, { source, path }) {
      const now = clock().toISOString();
      const file = parseUserPath(path, 'body.path');
      return begin(store.insert({ source, name: path, file, user_pk, now }));
    },
    connect({ user_pk }, { source, address, credentials }) {
      const now = clock().toISOString();
      const id = store.insert({ source, name: address, file: null, user_pk, now });
      connections.set(id, { address, credentials });
      return begin(id);
    },
    async upload({ user_pk }, { source, name }, bytes) {
      const id = newId();
      const file = await files.save(id, bytes);
      const now = clock().toISOString();
      return begin(store.insert({ id, source, name: name ?? source, file, user_pk, now }));
    },
    async remove(id) {
      store.remove(idle(id).pk);
      connections.delete(id);
      await files.remove(id);
    },
    lines: (id, query) => store.lines(found(id).pk, query),
    updateLine(id, linePk, { choice, target }) {
      const stored = idle(id);
      const line = store.line(stored.pk, linePk);
      if (!line) throw notFound('Line', String(linePk));
      store.transaction(() => {
        if (choice !== undefined) {
          store.choose(line.pk, choice);
          if (aboutRecords.has(line.kind) && line.kind !== 'library') {
            matcher.about(stored.pk, line.source_id);
          }
        }
        if (target !== undefined) chooseTarget(stored, line, target);
      });
      // Matches the records of the folder or person again in the background.
      const isFar = line.kind === 'library' || (line.kind === 'person' && target !== undefined);
      if (isFar) {
        store.setStatus(stored.pk, 'reading');
        start(stored, 'match');
      }
      return store.lineRecord(line.pk);
    },
    run(id, { prefer }) {
      const stored = idle(id);
      if (store.kindCount(stored.pk, 'library') + store.kindCount(stored.pk, 'book') === 0) {
        throw new AppError('Conflict', 'There is nothing to import');
      }
      store.setPrefer(stored.pk, prefer);
      store.setStatus(stored.pk, 'importing');
      return start(stored, 'write');
    },
    undo(id) {
      const stored = idle(id);
      store.setStatus(stored.pk, 'undoing');
      return start(stored, 'undo');
    },
    invite: (id, site) => ({ invitations: invitations.invite(found(id).pk, site) }),
  };
};
