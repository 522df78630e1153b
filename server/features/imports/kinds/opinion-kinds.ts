import type { Database } from '../../../database/types.ts';
import type { Journal } from '../journal.ts';
import type { RecordOf } from '../model.ts';
import type { Targets } from '../targets.ts';
import { keyOfPerson, missingMatch, stateOnly, toMs, type KindWriter } from './kind.ts';

interface Subject {
  series_pk: number | null;
  book_pk: number | null;
}

/** The existing series or book, or null. */
const subjectOf = (
  { series, book }: Pick<RecordOf<'rating'>, 'series' | 'book'>,
  targets: Targets,
): Subject | null => {
  if (book !== null) {
    const found = targets.book(book);
    return found && { series_pk: null, book_pk: found.pk };
  }
  const found = series === null ? null : targets.series(series);
  return found && { series_pk: found.pk, book_pk: null };
};

interface KindsOptions {
  database: Database;
  journal: Journal;
}

export const createRatingKind = ({ journal }: KindsOptions): KindWriter<'rating'> => {
  const stateOf = (record: RecordOf<'rating'>, userPk: number, subject: Subject) => {
    const here = journal.read('ratings', [userPk, subject.series_pk, subject.book_pk]);
    if (!here) return 'new';
    if (here['rating'] === record.rating && here['review'] === record.review) return 'present';
    return String(here['rated_at']) > toMs(record.rated_at) ? 'conflict' : 'matched';
  };
  return {
    assess(record, targets) {
      const person = targets.person(record.person);
      const subject = subjectOf(record, targets);
      if (person === 'skipped' || !subject) return missingMatch;
      return stateOnly(person === 'new' ? 'new' : stateOf(record, person, subject));
    },
    write(record, targets, { importPk, wins }) {
      const userPk = keyOfPerson(targets, record.person);
      const subject = subjectOf(record, targets);
      if (userPk === null || !subject || (record.rating === null && record.review === null)) {
        return undefined;
      }
      const state = stateOf(record, userPk, subject);
      if (state === 'present' || (state === 'conflict' && !wins)) return undefined;
      const { rating, review } = record;
      journal.write(importPk, 'ratings', [userPk, subject.series_pk, subject.book_pk], {
        ...{ rating, review, rated_at: toMs(record.rated_at) },
        ...(record.is_shared === undefined ? {} : { is_shared: Number(record.is_shared) }),
      });
      return null;
    },
  };
};

export const createWantedKind = ({ database, journal }: KindsOptions): KindWriter<'wanted'> => {
  const last = database
    .prepare<[number], number>('SELECT coalesce(max(position), 0) FROM wanted WHERE user_pk = ?')
    .pluck();
  const isHere = (userPk: number, { series_pk, book_pk }: Subject): boolean =>
    journal.read('wanted', [userPk, series_pk, book_pk]) !== undefined;
  return {
    assess(record, targets) {
      const person = targets.person(record.person);
      const subject = subjectOf(record, targets);
      if (person === 'skipped' || !subject) return missingMatch;
      return stateOnly(person !== 'new' && isHere(person, subject) ? 'present' : 'new');
    },
    write(record, targets, { importPk }) {
      const userPk = keyOfPerson(targets, record.person);
      const subject = subjectOf(record, targets);
      if (userPk === null || !subject || isHere(userPk, subject)) return undefined;
      journal.write(importPk, 'wanted', [userPk, subject.series_pk, subject.book_pk], {
        position: (last.get(userPk) ?? 0) + 1,
        added_at: toMs(record.added_at),
      });
      return null;
    },
  };
};
