import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import type { Book } from '../../../shared/api/book-record.ts';
import type {
  getReadListPlace,
  ImportedEntry,
  ReadList,
  ReadListImport,
} from '../../../shared/api/read-lists.ts';
import type { EndpointResult } from '../../../shared/endpoint.ts';
import { AppError, badField } from '../../../shared/errors.ts';
import type { PageRequest } from '../../../shared/schemas.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import type { EntryOrder } from '../../database/ordered-lists.ts';
import type { ListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { Content } from '../../http/api/content.ts';
import type { CoverUploads } from '../../media/cover-uploads.ts';
import { MediaError } from '../../media/media-error.ts';
import type { ParseWorker } from '../../parse-worker/parse-worker.ts';
import type { BooksService } from '../books/service.ts';
import type { CoversService } from '../covers/service.ts';
import {
  createEntryListService,
  presentMembers,
  type EntryListService,
} from '../lists/ordered-lists.ts';
import { createListCovers, type ListCovers } from '../lists/list-covers.ts';
import type { CblEntry, CblList, CblProblem } from './cbl.ts';
import { writeCbl } from './write-cbl.ts';
import { candidatesOf, matchEntry, withTitleWords, type NamedBook } from './match-entry.ts';
import type { Candidate, ReadListsStore } from './store.ts';

export interface ReadListsService
  extends Omit<EntryListService<ReadList>, 'remove'>, ListCovers<ReadList> {
  remove(id: string): Promise<void>;
  /** The records of a page of its books. */
  books(caller: Caller, id: string, request: PageRequest<EntryOrder>): ListPage<Book>;
  /** The neighbours of a present book; throws NotFound if it is not on the list. */
  place(id: string, bookId: string): EndpointResult<typeof getReadListPlace>;
  /**
   * Creates a list from the matched books of a CBL file; creates none if nothing matches or for a
   * dry run. Throws BadRequest for an invalid file, Conflict for a name in use.
   */
  import(xml: string, dryRun: boolean): Promise<ReadListImport>;
  /**
   * Candidate books for each entry of a CBL file, and whether a list has its name. Returns a
   * problem for an invalid file.
   */
  match(xml: string): Promise<CblMatches | CblProblem>;
  /** Exports the present books as a CBL file. */
  export(id: string): Content;
}

export interface CblMatches {
  name: string;
  isTaken: boolean;
  isComplete: boolean;
  entries: { entry: CblEntry; candidates: Candidate[] }[];
}

export const createReadListsService = ({
  store,
  books,
  covers,
  uploads,
  parser,
  bus,
}: {
  store: ReadListsStore;
  books: Pick<BooksService, 'records'>;
  covers: Pick<CoversService, 'book' | 'tiles' | 'upload'>;
  uploads: Pick<CoverUploads, 'save' | 'list' | 'read' | 'remove'>;
  parser: Pick<ParseWorker, 'run'>;
  bus: Pick<EventBus, 'emit'>;
}): ReadListsService => {
  const labels = { list: 'Reading list', member: 'Book' };
  const lists = createEntryListService<ReadList>({
    store,
    announce: (change, read_list_id, book_ids) =>
      bus.emit(`read_list_${change}`, { read_list_id, book_ids }),
    labels,
    field: 'book_ids',
  });
  const listCovers = createListCovers<ReadList>({
    store,
    get: lists.get,
    uploads,
    covers,
    ofMember: covers.book,
    announce: (action, read_list_id) =>
      bus.emit('read_list_cover_updated', { action, read_list_id }),
    labels,
    field: 'book_id',
  });
  const parsed = (xml: string): Promise<CblList | CblProblem> =>
    parser.run('cbl', xml).catch((error: unknown) => {
      if (!(error instanceof MediaError)) throw error;
      return { problem: 'unreadable', sentence: error.message };
    });
  /** Other requests are answered in between, because a list can have ten thousand entries. */
  const matchAll = async <Match>(
    wanted: readonly CblEntry[],
    match: (entry: CblEntry, booksOf: (name: string) => NamedBook[]) => Match,
  ): Promise<Match[]> => {
    const known = new Map<string, NamedBook[]>();
    const booksOf = (name: string) => {
      const books = known.get(name) ?? store.booksOfSeriesNamed(name).map(withTitleWords);
      known.set(name, books);
      return books;
    };
    const entries: Match[] = [];
    for (const entry of wanted) {
      entries.push(match(entry, booksOf));
      if (entries.length % matchedAtOnce === 0) await setImmediate();
    }
    return entries;
  };
  return {
    ...lists,
    ...listCovers,
    books(caller, id, request) {
      const { ids, total } = lists.members(id, request);
      const records = books.records(caller, ids);
      return { data: ids.flatMap((memberId) => records.get(memberId) ?? []), total };
    },
    place(id, bookId) {
      const { name } = lists.get(id);
      const ids = presentMembers(store, id);
      const index = ids.indexOf(bookId);
      if (index < 0) throw new AppError('NotFound', `Book ${bookId} is not on this list`);
      const [before, after] = [ids.slice(0, index).toReversed(), ids.slice(index + 1)];
      return {
        name,
        previous_id: before[0] ?? null,
        next_id: after[0] ?? null,
        previous_readable_id: store.firstReadable(before),
        next_readable_id: store.firstReadable(after),
      };
    },
    async remove(id) {
      if (lists.remove(id)) await uploads.remove(id);
    },
    async import(xml, dryRun) {
      const list = await parsed(xml);
      if ('problem' in list) throw badField('body', list.sentence);
      const entries = await matchAll<ImportedEntry>(list.entries, matchEntry);
      const found = entries.flatMap(({ status, book_ids }) =>
        status === 'matched' ? book_ids : [],
      );
      const read_list =
        dryRun || found.length === 0
          ? null
          : lists.create({ name: list.name, summary: list.summary, ordered: true }, found);
      const count = (status: string) => entries.filter((entry) => entry.status === status).length;
      return {
        name: list.name,
        summary: list.summary,
        read_list,
        matched: count('matched'),
        ambiguous: count('ambiguous'),
        missing: count('missing'),
        entries,
      };
    },
    async match(xml) {
      const list = await parsed(xml);
      if ('problem' in list) return list;
      const { name, isComplete } = list;
      const entries = await matchAll(list.entries, (entry, booksOf) => ({
        entry,
        candidates: candidatesOf(entry, booksOf),
      }));
      return { name, isTaken: store.idOfName(name) !== undefined, isComplete, entries };
    },
    export(id) {
      const { name } = lists.get(id);
      const body = Buffer.from(writeCbl(name, store.exported(presentMembers(store, id))));
      return {
        media_type: 'application/xml; charset=utf-8',
        etag: createHash('sha256').update(body).digest('base64url'),
        body,
        download_name: `${name}.cbl`,
      };
    },
  };
};

/** Entries matched between two yields to the event loop. */
const matchedAtOnce = 20;
