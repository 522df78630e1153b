import { daysBefore } from '../../../shared/durations.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { ListPage } from '../../database/json.ts';
import type { Database } from '../../database/types.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import type { LibrariesService } from '../libraries/service.ts';
import { createFilePlansStore, type FilePlansQuery, type PlannedFilesQuery } from './store.ts';
import type { FilePlan, FilePlanBooks, FilePlanKind, FilePlanStep } from './types.ts';

export interface FilePlansService<Plan, PlannedFile, Body> {
  /**
   * Throws NotFound, Forbidden for a user who sees only parts of libraries, and Conflict if the library does
   * not allow it, belongs to calibre, or there is nothing to plan.
   */
  plan(caller: Caller, libraryId: string, body: Body): { id: string; task_id: string };
  list(query: FilePlansQuery): ListPage<Plan>;
  /** Throws NotFound. */
  get(id: string): Plan;
  /** Throws NotFound. */
  files(id: string, query: PlannedFilesQuery): ListPage<PlannedFile>;
  /** Throws NotFound, and Conflict while it is in progress or without changes. */
  apply(id: string): { task_id: string };
  /** Throws NotFound, and Conflict while it is in progress or without changes to undo. */
  undo(id: string, fileIds?: readonly string[]): { task_id: string };
  /** Throws NotFound, and Conflict if files were changed. */
  remove(id: string): void;
}

const conflict = (message: string) => new AppError('Conflict', message);

/** Plans changes to files, applies and undoes them. */
export const createFilePlansService = <
  Plan extends FilePlan,
  PlannedFile,
  Body extends FilePlanBooks,
>({
  kind,
  database,
  libraries,
  queue,
  deletionClock,
}: {
  kind: FilePlanKind<Plan, Body>;
  database: Database;
  libraries: Pick<LibrariesService, 'refusePart'>;
  queue: Pick<TaskQueue, 'enqueue'>;
  /** The clock for permanent deletion. */
  deletionClock: () => Date;
}): FilePlansService<Plan, PlannedFile, Body> => {
  const store = createFilePlansStore<Plan, PlannedFile, Body>(database, kind);
  const get = (id: string): Plan => {
    const plan = store.get(id);
    if (!plan) throw notFound(kind.record, id);
    return plan;
  };
  const refuseUnlessAllowed = (libraryId: string) => {
    if (store.library(libraryId)?.is_allowed !== 1) throw conflict(kind.notAllowedProblem);
  };
  const idle = (id: string): Plan => {
    const plan = get(id);
    if (plan.task_id !== null) throw conflict('It is still being worked on. Try again afterwards.');
    return plan;
  };
  const start = ({ id, library_id }: Plan, step: FilePlanStep) => ({
    task_id: queue.enqueue(kind.task(id, library_id, step)).id,
  });
  return {
    plan: ({ user_pk }, libraryId, body) => {
      const library = store.library(libraryId);
      if (!library) throw notFound('Library', libraryId);
      libraries.refusePart();
      refuseUnlessAllowed(libraryId);
      if (library.is_calibre === 1) throw conflict(kind.calibreProblem);
      store.prune(daysBefore(deletionClock(), kind.keptDays));
      const { id, count } = store.open(library.pk, user_pk, body);
      if (count === 0 && kind.noBooksProblem !== undefined) {
        store.remove(id);
        throw conflict(kind.noBooksProblem);
      }
      return { id, ...start(get(id), 'plan') };
    },
    list: store.list,
    get,
    files: (id, query) => {
      get(id);
      return store.files(id, query);
    },
    apply: (id) => {
      const plan = idle(id);
      refuseUnlessAllowed(plan.library_id);
      if (plan.files.planned + plan.files.pending === 0) throw conflict(kind.nothingLeftProblem);
      return start(plan, 'apply');
    },
    undo: (id, fileIds) => {
      const plan = idle(id);
      if (store.markUndoing(id, fileIds) === 0 && plan.files.pending === 0)
        throw conflict('There is nothing to undo');
      return start(plan, 'undo');
    },
    remove: (id) => {
      if (kind.doneOf(idle(id)) > 0) throw conflict(kind.doneProblem);
      store.remove(id);
    },
  };
};
