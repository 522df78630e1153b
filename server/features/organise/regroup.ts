import type { regroupLibrary, RegroupResult } from '../../../shared/api/organise.ts';
import type { EndpointParsed } from '../../../shared/endpoint.ts';
import { AppError, notFound } from '../../../shared/errors.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { Executor, RegroupJob } from '../../jobs/jobs.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import type { OrganiseStore } from './store.ts';

export type Regroup = (
  caller: Caller,
  libraryId: string,
  body: EndpointParsed<typeof regroupLibrary>['body'],
  signal: AbortSignal,
) => Promise<RegroupResult>;

/** Groups the books of a library into series by another strategy. */
export const createRegrouping = ({
  store,
  executor,
  bus,
}: {
  store: OrganiseStore;
  executor: Pick<Executor, 'run'>;
  bus: EventBus;
}) => {
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

  const regroup: Regroup = async (
    caller,
    libraryId,
    { series_strategy, dry_run, page, pageSize },
    signal,
  ) => {
    const library = store.libraryById(libraryId);
    if (!library) throw notFound('Library', libraryId);
    if (store.isRestricted()) {
      throw new AppError(
        'Forbidden',
        'Content restrictions keep you from changing a whole library',
      );
    }
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
      moves: moves.flatMap(({ book_pk, ...series }) => {
        const book = books.get(book_pk);
        return book ? [{ book_id: book.id, title: book.title, ...series }] : [];
      }),
      page,
      pageSize,
    };
  };

  return { runRegroup, regroup };
};
