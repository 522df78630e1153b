import type { ChosenCover } from '../../../../shared/api/covers.ts';
import { AppError } from '../../../../shared/errors.ts';
import type { CoverChoices } from '../../covers/choices.ts';
import type { Journal, JournalEntry } from '../journal.ts';
import type { RecordOf } from '../model.ts';
import type { Targets } from '../targets.ts';
import { missingMatch, stateOnly, type KindWriter } from './kind.ts';

type Entity = 'series' | 'book';

interface Uploaded {
  entity: Entity;
  id: string;
  before: ChosenCover;
  upload: string | null;
}

/** Covers that people chose in the source, unless a cover was chosen here. */
export const createCoverKind = ({
  covers,
  journal,
  readImage,
}: {
  covers: Pick<
    CoverChoices,
    'get' | 'upload' | 'reset' | 'uploadOf' | 'choosePage' | 'chooseBook' | 'kept'
  >;
  journal: Journal;
  readImage: (importPk: number, name: string) => Promise<Buffer>;
}): KindWriter<'cover', Uploaded | null> & { undo: (entry: JournalEntry) => Promise<boolean> } => {
  const find = (record: RecordOf<'cover'>, targets: Targets): [Entity, string] | null => {
    if (record.book !== null) {
      const book = targets.book(record.book);
      return book && ['book', book.id];
    }
    const series = record.series === null ? null : targets.series(record.series);
    return series && ['series', series.id];
  };
  return {
    assess(record, targets) {
      const found = find(record, targets);
      if (!found) return missingMatch;
      return stateOnly(covers.get(...found).source === 'automatic' ? 'new' : 'conflict');
    },
    async prepare(record, targets, { importPk, wins }) {
      const found = find(record, targets);
      if (!found) return null;
      const before = covers.get(...found);
      if (before.source !== 'automatic' && !wins) return null;
      try {
        const [entity, id] = found;
        const chosen = record.cover_book ? targets.book(record.cover_book) : null;
        const page = record.page ?? null;
        if (record.image !== null) {
          await covers.upload(entity, id, await readImage(importPk, record.image));
        } else if (entity === 'series' && chosen) covers.chooseBook(id, chosen.id, page);
        else if (entity === 'book' && page !== null) covers.choosePage(id, page);
        else return null;
      } catch (error) {
        // An image that browsers do not show, or that was too large to store.
        const { code } = error as NodeJS.ErrnoException;
        if (error instanceof AppError || code === 'ENOENT') return null;
        throw error;
      }
      const [entity, id] = found;
      return { entity, id, before, upload: covers.uploadOf(entity, id) };
    },
    write(_record, _targets, { importPk }, uploaded) {
      if (!uploaded) return undefined;
      const { entity, id, before, upload } = uploaded;
      journal.note(importPk, 'cover', [entity, id], { before, after: upload });
      return null;
    },
    async undo({ row_key, before, after }) {
      const [entity, id] = JSON.parse(row_key) as [Entity, string];
      const upload = JSON.parse(after ?? 'null') as string | null;
      const was = JSON.parse(before ?? 'null') as ChosenCover | null;
      try {
        if (covers.uploadOf(entity, id) !== upload) return false;
        if (was?.source === 'page' && entity === 'book' && was.page !== null) {
          covers.choosePage(id, was.page);
        } else if (was?.book_id && entity === 'series') {
          covers.chooseBook(id, was.book_id, was.page);
        } else if (was?.upload_id) await covers.kept[entity].choose(id, was.upload_id);
        else covers.reset(entity, id);
        if (upload !== null && upload !== was?.upload_id) {
          await covers.kept[entity].remove(id, upload);
        }
        return true;
      } catch (error) {
        if (error instanceof AppError) return false;
        throw error;
      }
    },
  };
};
