import type { Logger } from 'pino';

import type {
  listOrganiseChanges,
  OrganiseChangeRecord,
  organise,
  OrganiseResult,
} from '../../../shared/api/organise.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import type { ListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { Executor } from '../../jobs/jobs.ts';
import { applyPlan } from './apply.ts';
import type { ChangePublisher } from './publish-changes.ts';
import { createRegrouping, type Regroup } from './regroup.ts';
import { describePlan, makePlan, type PlanSource } from './plan.ts';
import type { BookState, LibraryRow, SeriesRow, VolumeMark } from './types.ts';
import type { OrganiseStore } from './store.ts';
import { undoOrganiseChange } from './undo.ts';
import type { OrganiseMutations } from './mutations.ts';

/** Maximum books loaded by one request: those it names and their whole series. */
const maxBooks = 20_000;

export interface OrganiseService {
  /** Throws NotFound, or Conflict for a change that cannot be applied. */
  organise(caller: Caller, body: EndpointParsed<typeof organise>['body']): Promise<OrganiseResult>;
  /**
   * Changes volumes of a series, and with them the volume of its books, as one undoable change.
   * Returns its id. Throws NotFound.
   */
  changeVolumes(caller: Caller, change: VolumesChange): Promise<string>;
  changes(
    query: EndpointParsed<typeof listOrganiseChanges>['query'],
  ): ListPage<OrganiseChangeRecord>;
  /** Throws NotFound, or Conflict if a later change depends on it. */
  undo(id: string): Promise<OrganiseChangeRecord>;
  /** Throws NotFound, or Conflict while the library is being scanned. */
  regroup: Regroup;
}

export interface VolumesChange {
  series_id: string;
  volumes: VolumeMark[];
  /** Books that get another volume; null: none. */
  book_ids: readonly string[];
  volume: number | null;
  /** Name of the volume for the list of changes. */
  to: string | null;
}

export const createOrganiseService = ({
  store,
  writes,
  follow,
  executor,
  bus,
  log,
}: {
  store: OrganiseStore;
  writes: OrganiseMutations;
  follow: ChangePublisher;
  executor: Pick<Executor, 'run'>;
  bus: EventBus;
  log: Pick<Logger, 'info'>;
}): OrganiseService => {
  const seriesOf = (id: string): SeriesRow => {
    const series = store.series(id);
    if (!series) throw notFound('Series', id);
    return series;
  };
  const booksOf = (ids: readonly string[]): BookState[] => {
    const unique = [...new Set(ids)];
    const books = store.books(unique);
    const known = new Set(books.map(({ id }) => id));
    const missing = unique.find((id) => !known.has(id));
    if (missing !== undefined) throw notFound('Book', missing);
    return books;
  };
  const libraryOf = (pk: number): LibraryRow => {
    const library = store.library(pk);
    if (!library) throw notFound('Library', String(pk));
    return library;
  };
  /** The data source for plans; counts the books it loads. */
  const planSource = (): PlanSource => {
    let looked = 0;
    const bounded = (books: BookState[]) => {
      looked += books.length;
      if (looked > maxBooks) {
        throw new AppError('BadRequest', `This touches more than ${maxBooks} books at once.`);
      }
      return books;
    };
    return {
      series: seriesOf,
      books: (ids) => bounded(booksOf(ids)),
      booksOf: (pk) => bounded(store.booksOf(pk)),
      hasName: store.hasName,
    };
  };

  const planRenumbering = (ids: readonly string[], volume: number | null) => {
    const books = ids.map((book_id) => ({ book_id, volume }));
    return makePlan(ids.length === 0 ? [] : [{ action: 'renumber', books }], planSource());
  };

  const { runRegroup, regroup } = createRegrouping({ store, executor, bus });

  return {
    async organise(caller, { changes, dry_run }) {
      const plan = makePlan(changes, planSource());
      const library = libraryOf(plan.library_pk);
      const described = describePlan(plan, store.countOf);
      const answer = { change_id: null, library_id: library.id, ...described };
      const blocking = plan.conflicts.find((conflict) => conflict.blocking);
      if (dry_run) return answer;
      if (blocking) {
        throw new AppError('Conflict', blocking.message, { details: plan.conflicts });
      }
      const applied = store.transaction(() => applyPlan(plan, caller.user_pk, { store, writes }));
      log.info({ library_id: library.id, books: applied.books.length }, 'books organised');
      await follow(library.id, applied);
      return { ...answer, change_id: applied.id };
    },
    async changeVolumes(caller, { series_id, volumes, book_ids, volume, to: target }) {
      const { library_pk } = seriesOf(series_id);
      const changed = { ...planRenumbering(book_ids, volume), library_pk };
      const plan = {
        ...changed,
        actions: [{ action: 'volume' as const, book_count: book_ids.length, to: target }],
      };
      const library = libraryOf(library_pk);
      const applied = store.transaction(() =>
        applyPlan(plan, caller.user_pk, { store, writes }, volumes),
      );
      log.info({ library_id: library.id, books: applied.books.length }, 'volumes changed');
      await follow(library.id, applied);
      return applied.id;
    },
    changes: store.changes,
    async undo(id) {
      const change = store.change(id);
      if (!change) throw notFound('Change', id);
      if (change.undone_at !== null) {
        throw new AppError('Conflict', 'This change was already undone.');
      }
      const library = libraryOf(change.library_pk);
      const { strategies } = change.extras;
      if (strategies) {
        if (library.series_strategy !== strategies.after) {
          throw new AppError(
            'Conflict',
            'The library was grouped differently since. Undo that first, or choose another grouping.',
          );
        }
        const job = { libraryId: library.id, strategy: strategies.before, dryRun: false };
        await runRegroup({ ...job, offset: 0, limit: 0 });
        store.setUndone(change.pk);
        bus.emit('library_updated', { library_id: library.id });
      } else {
        await follow(
          library.id,
          store.transaction(() => undoOrganiseChange(change, library, { store, writes })),
        );
      }
      return store.change(id)?.record ?? change.record;
    },
    regroup,
  };
};
