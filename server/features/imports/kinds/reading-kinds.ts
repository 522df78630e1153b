import { hash } from 'node:crypto';

import { clamp } from '../../../../shared/clamp.ts';
import { isEbook } from '../../../../shared/api/book-record.ts';

import type { Database } from '../../../database/types.ts';
import { toSearchKey } from '../../../text/search-key.ts';
import type { Journal } from '../journal.ts';
import type { RecordOf } from '../model.ts';
import type { TargetBook, Targets } from '../targets.ts';
import { isUuid, keyOfPerson, missingMatch, stateOnly, toMs, type KindWriter } from './kind.ts';

/** The page of a locator in a text; null if the book has no such position. */
export type PageOfLocator = (bookId: string, locator: string) => Promise<number | null>;

export interface FoundPlace {
  page: number;
  /** Whether the locator is more precise than the page. */
  isExact: boolean;
}

/**
 * The page here: the same if the page counts are equal, otherwise the one at the same proportion, because
 * programs count the pages of a text differently.
 */
const pageHere = (
  record: Pick<RecordOf<'progress'>, 'page' | 'pages' | 'share'>,
  book: TargetBook,
): number => {
  const { page, pages, share } = record;
  const last = Math.max(book.page_count, 1);
  const within = (number: number) => clamp(Math.round(number), 1, last);
  if (page !== null && (book.page_count === 0 || pages === book.page_count))
    return Math.max(page, 1);
  if (share !== null) return within(share * book.page_count);
  if (page !== null && pages !== null && pages > 0) return within((page / pages) * book.page_count);
  return within(page ?? 1);
};

export const placeIn =
  (pageOfLocator: PageOfLocator) =>
  async (
    record: Pick<RecordOf<'progress'>, 'book' | 'page' | 'pages' | 'share' | 'locator'>,
    targets: Targets,
  ): Promise<FoundPlace> => {
    const book = targets.book(record.book);
    if (!book) return { page: 1, isExact: false };
    const located = record.locator === null ? null : await pageOfLocator(book.id, record.locator);
    // With equal page counts, a locator outside of texts is as precise as the page.
    const isSame =
      !isEbook(book.format) && record.page !== null && record.pages === book.page_count;
    return {
      page: located ?? pageHere(record, book),
      isExact: located !== null || (isSame && record.locator !== null),
    };
  };

interface KindsOptions {
  database: Database;
  journal: Journal;
  pageOfLocator: PageOfLocator;
}

export const createProgressKind = ({
  database,
  journal,
  pageOfLocator,
}: KindsOptions): KindWriter<'progress', FoundPlace> => {
  const current = database.prepare<
    [number, number],
    { updated_at: string; is_completed: number; current_page: number }
  >(
    'SELECT updated_at, is_completed, current_page FROM progress WHERE user_pk = ? AND book_pk = ?',
  );
  const hasPlace = database.prepare<[number, number, string], 1>(
    'SELECT 1 FROM reading_places WHERE user_pk = ? AND book_pk = ? AND read_at = ?',
  );
  const stateOf = (record: RecordOf<'progress'>, userPk: number, book: TargetBook) => {
    const here = current.get(userPk, book.pk);
    const read = toMs(record.read_at);
    if (!here) return 'new';
    if (here.updated_at === read && here.is_completed === Number(record.is_completed)) {
      return 'present';
    }
    return here.updated_at > read ? 'conflict' : 'matched';
  };
  return {
    assess(record, targets) {
      const person = targets.person(record.person);
      const book = targets.book(record.book);
      if (person === 'skipped' || !book) return missingMatch;
      return stateOnly(person === 'new' ? 'new' : stateOf(record, person, book));
    },
    prepare: placeIn(pageOfLocator),
    write(record, targets, { importPk, wins }, { page, isExact }) {
      const user_pk = keyOfPerson(targets, record.person);
      const book = targets.book(record.book);
      if (user_pk === null || !book) return undefined;
      const state = stateOf(record, user_pk, book);
      if (state === 'present' || (state === 'conflict' && !wins)) return undefined;
      const position = {
        current_page: record.is_completed ? Math.max(book.page_count, 1) : page,
        is_completed: Number(record.is_completed),
        location: isExact ? record.locator : null,
        device_id: record.device?.id ?? '',
        device_name: record.device?.name ?? '',
      };
      const read_at = toMs(record.read_at);
      journal.write(importPk, 'progress', [user_pk, book.pk], {
        ...position,
        series_pk: book.series_pk,
        started_at: toMs(record.started_at),
        updated_at: read_at,
        completed_at: record.completed_at && toMs(record.completed_at),
        modified: record.read_at,
      });
      if (!hasPlace.get(user_pk, book.pk, read_at)) {
        const id = stableId(`${user_pk} ${book.id} ${read_at}`);
        const dates = { began_at: read_at, read_at };
        journal.write(importPk, 'reading_places', [id], {
          ...position,
          ...dates,
          user_pk,
          book_pk: book.pk,
        });
      }
      return null;
    },
  };
};

const quarterSeconds = 900;
const quarterOf = (instant: string): number =>
  Math.floor(Date.parse(instant) / 1000 / quarterSeconds) * quarterSeconds;

/** Reading sessions and completions, which the statistics count by quarters of an hour. */
export const createReadingKind = ({ database, journal }: KindsOptions): KindWriter<'reading'> => {
  interface Quarter {
    pages: number;
    seconds: number;
    completed: number;
  }
  const current = database.prepare<[number, number, number], Quarter>(
    `SELECT pages, seconds, completed FROM reading_history
     WHERE user_pk = ? AND quarter = ? AND book_pk = ?`,
  );
  const wanted = (record: RecordOf<'reading'>): Quarter => ({
    pages: record.pages,
    seconds: record.seconds,
    completed: Number(record.is_completed),
  });
  const isIn = (here: Quarter | undefined, given: Quarter): boolean =>
    here !== undefined &&
    here.pages >= given.pages &&
    here.seconds >= given.seconds &&
    here.completed >= given.completed;
  return {
    assess(record, targets) {
      const person = targets.person(record.person);
      const book = targets.book(record.book);
      if (person === 'skipped' || !book) return missingMatch;
      if (person === 'new') return stateOnly('new');
      const here = current.get(person, quarterOf(record.ended_at), book.pk);
      return stateOnly(isIn(here, wanted(record)) ? 'present' : 'new');
    },
    write(record, targets, { importPk }) {
      const userPk = keyOfPerson(targets, record.person);
      const book = targets.book(record.book);
      if (userPk === null || !book) return undefined;
      const quarter = quarterOf(record.ended_at);
      const here = current.get(userPk, quarter, book.pk);
      const given = wanted(record);
      if (isIn(here, given)) return undefined;
      journal.write(importPk, 'reading_history', [userPk, quarter, book.pk], {
        // The greater of the two, so that a second run does not count twice.
        pages: Math.max(here?.pages ?? 0, given.pages),
        seconds: Math.max(here?.seconds ?? 0, given.seconds),
        completed: Math.max(here?.completed ?? 0, given.completed),
        ...(here
          ? {}
          : {
              started: record.started ?? 0,
              untimed: record.untimed ?? Number(given.pages > 0 && given.seconds === 0),
            }),
      });
      return null;
    },
  };
};

export const createFormerReadingKind = ({
  journal,
}: KindsOptions): KindWriter<'former_reading'> => {
  const keyOf = (userPk: number, { ended_at, book_id }: RecordOf<'former_reading'>) => [
    ...[userPk, quarterOf(ended_at), book_id],
  ];
  const isHere = (record: RecordOf<'former_reading'>, userPk: number): boolean =>
    journal.read('former_reading', keyOf(userPk, record)) !== undefined;
  return {
    assess(record, targets) {
      const person = targets.person(record.person);
      if (person === 'skipped') return missingMatch;
      return stateOnly(person !== 'new' && isHere(record, person) ? 'present' : 'new');
    },
    write(record, targets, { importPk }) {
      const userPk = keyOfPerson(targets, record.person);
      if (userPk === null || isHere(record, userPk)) return undefined;
      const { series, format, pages, seconds, started = 0, untimed = 0 } = record;
      journal.write(importPk, 'former_reading', keyOf(userPk, record), {
        series_id: series && (targets.series(series)?.id ?? series),
        ...{ format, pages, seconds, started, untimed, completed: Number(record.is_completed) },
      });
      return null;
    },
  };
};

export const createAnnotationKind = ({
  database,
  journal,
  pageOfLocator,
}: KindsOptions): KindWriter<'annotation', FoundPlace> => {
  const current = database.prepare<[number, string], { updated_at: string }>(
    'SELECT updated_at FROM annotations WHERE user_pk = ? AND id = ?',
  );
  const idOf = ({ id, person }: RecordOf<'annotation'>) =>
    isUuid(id) ? id : stableId(`annotation ${person} ${id}`);
  const stateOf = (record: RecordOf<'annotation'>, userPk: number) => {
    const here = current.get(userPk, idOf(record));
    if (!here) return 'new';
    const changed = toMs(record.updated_at);
    if (here.updated_at === changed) return 'present';
    return here.updated_at > changed ? 'conflict' : 'matched';
  };
  return {
    assess(record, targets) {
      const person = targets.person(record.person);
      if (person === 'skipped' || !targets.book(record.book)) return missingMatch;
      return stateOnly(person === 'new' ? 'new' : stateOf(record, person));
    },
    prepare: placeIn(pageOfLocator),
    write(record, targets, { importPk, wins }, { page, isExact }) {
      const userPk = keyOfPerson(targets, record.person);
      const book = targets.book(record.book);
      if (userPk === null || !book) return undefined;
      const state = stateOf(record, userPk);
      if (state === 'present' || (state === 'conflict' && !wins)) return undefined;
      const { type, text, note, color } = record;
      journal.write(importPk, 'annotations', [userPk, idOf(record)], {
        book_pk: book.pk,
        kind: type,
        page,
        location: isExact ? record.locator : null,
        ...{ text, note, color },
        ...(record.is_shared === undefined ? {} : { is_shared: Number(record.is_shared) }),
        search_key: toSearchKey(`${text ?? ''}\n${note ?? ''}`),
        created_at: toMs(record.created_at),
        updated_at: toMs(record.updated_at),
      });
      return null;
    },
  };
};

/** A UUID that is equal in every run. */
const stableId = (text: string): string => {
  const hex = hash('sha256', text);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
};
