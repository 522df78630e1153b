import type { Logger } from 'pino';

import type {
  listOrganiseChanges,
  OrganiseChangeRecord,
  organise,
  OrganiseResult,
  regroupLibrary,
  RegroupResult,
} from '../../../shared/api/organise.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import type { ListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { Executor, RegroupJob } from '../../jobs/jobs.ts';
import { applyPlan } from './apply.ts';
import type { ChangePublisher } from './publish-changes.ts';
import { describePlan, makePlan, type PlanSource } from './plan.ts';
import type { BookState, LibraryRow, SeriesRow } from './types.ts';
import type { OrganiseStore } from './store.ts';
import { undoOrganiseChange } from './undo.ts';
import type { OrganiseMutations } from './mutations.ts';

/** Maximum books loaded by one request: those it names and their whole series. */
const maxBooks = 20_000;

export interface OrganiseService {
  /** Throws NotFound, or Conflict for a change that cannot be applied. */
  organise(caller: Caller, body: EndpointParsed<typeof organise>['body']): Promise<OrganiseResult>;
  changes(
    query: EndpointParsed<typeof listOrganiseChanges>['query'],
  ): ListPage<OrganiseChangeRecord>;
  /** Throws NotFound, or Conflict if a later change depends on it. */
  undo(id: string): Promise<OrganiseChangeRecord>;
  /** Throws NotFound, or Conflict while the library is being scanned. */
  regroup(
    caller: Caller,
    libraryId: string,
    body: EndpointParsed<typeof regroupLibrary>['body'],
    signal: AbortSignal,
  ): Promise<RegroupResult>;
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

  const pass: Parameters<Executor['run']>[1]['onMessage'] = (message) => {
    if (message.type === 'events') for (const event of message.events) bus.emit(event.type, event);
  };

  const runRegroup = (
    job: Omit<RegroupJob, 'kind'>,
    signal: AbortSignal = new AbortController().signal,
  ) => {
    if (!job.dryRun && store.isScanning(job.libraryId)) {
      throw new AppError(
        'Conflict',
        'The library is being scanned. Wait for the end of the scan, or cancel it.',
      );
    }
    return executor.run({ kind: 'regroup', ...job }, { signal, onMessage: pass });
  };

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
      const applied = store.atomically(() => applyPlan(plan, caller.user_pk, { store, writes }));
      log.info({ library_id: library.id, books: applied.books.length }, 'books organised');
      await follow(library.id, applied);
      return { ...answer, change_id: applied.id };
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
          store.atomically(() => undoOrganiseChange(change, library, { store, writes })),
        );
      }
      return store.change(id)?.record ?? change.record;
    },
    async regroup(caller, libraryId, { series_strategy, dry_run, page, pageSize }, signal) {
      const library = store.libraryById(libraryId);
      if (!library) throw notFound('Library', libraryId);
      const { moves, ...counts } = await runRegroup(
        {
          libraryId,
          strategy: series_strategy,
          dryRun: dry_run,
          offset: (page - 1) * pageSize,
          limit: pageSize,
        },
        dry_run ? signal : undefined,
      );
      let change_id: string | null = null;
      if (!dry_run) {
        const action = {
          action: 'regroup' as const,
          book_count: counts.moved,
          to: series_strategy,
        };
        change_id = store.record({
          library_pk: library.pk,
          kind: 'regroup',
          summary: { actions: [action], book_count: counts.moved },
          extras: { strategies: { before: library.series_strategy, after: series_strategy } },
          user_pk: caller.user_pk,
        }).id;
        bus.emit('library_updated', { library_id: libraryId });
      }
      const books = new Map(
        store.titles(moves.map(({ book_pk }) => book_pk)).map((book) => [book.pk, book]),
      );
      return {
        change_id,
        library_id: libraryId,
        series_strategy,
        ...counts,
        moves: moves.flatMap(({ book_pk, from, to }) => {
          const book = books.get(book_pk);
          return book ? [{ book_id: book.id, title: book.title, from, to }] : [];
        }),
        page,
        pageSize,
      };
    },
  };
};
