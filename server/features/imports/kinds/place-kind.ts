import type { Database } from '../../../database/types.ts';
import type { Journal } from '../journal.ts';
import type { RecordOf } from '../model.ts';
import type { TargetBook } from '../targets.ts';
import { idHere, keyOfPerson, missingMatch, stateOnly, toMs, type KindWriter } from './kind.ts';
import { placeIn, type FoundPlace, type PageOfLocator } from './reading-kinds.ts';

/** Previous reading positions, one for each time at which a device saved one. */
export const createPlaceKind = ({
  database,
  journal,
  pageOfLocator,
}: {
  database: Database;
  journal: Journal;
  pageOfLocator: PageOfLocator;
}): KindWriter<'place', FoundPlace> => {
  const known = database.prepare<[number, number, string], 1>(
    'SELECT 1 FROM reading_places WHERE user_pk = ? AND book_pk = ? AND read_at = ?',
  );
  const isTaken = (id: string) => journal.read('reading_places', [id]) !== undefined;
  const isHere = (record: RecordOf<'place'>, userPk: number, book: TargetBook): boolean =>
    known.get(userPk, book.pk, toMs(record.read_at)) !== undefined;
  return {
    assess(record, targets) {
      const person = targets.person(record.person);
      const book = targets.book(record.book);
      if (person === 'skipped' || !book) return missingMatch;
      return stateOnly(person !== 'new' && isHere(record, person, book) ? 'present' : 'new');
    },
    prepare: (record, targets) => placeIn(pageOfLocator)({ ...record, share: null }, targets),
    write(record, targets, { importPk }, { page, isExact }) {
      const user_pk = keyOfPerson(targets, record.person);
      const book = targets.book(record.book);
      if (user_pk === null || !book || isHere(record, user_pk, book)) return undefined;
      journal.write(importPk, 'reading_places', [idHere(record.id, isTaken)], {
        ...{ user_pk, book_pk: book.pk },
        began_at: toMs(record.began_at),
        read_at: toMs(record.read_at),
        current_page: page,
        is_completed: Number(record.is_completed),
        location: isExact ? record.locator : null,
        device_id: record.device?.id ?? '',
        device_name: record.device?.name ?? '',
      });
      return null;
    },
  };
};
