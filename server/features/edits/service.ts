import { setImmediate as pause } from 'node:timers/promises';

import {
  maxBulkRecords,
  type bulkEditBooks,
  type bulkEditSeries,
  type BookEditor,
  type Edit,
  type EditEntity,
  type SeriesEditor,
  type updateBook,
  type updateSeries,
} from '../../../shared/api/edits.ts';
import { editableBookFields, lockableSeriesFields } from '../../../shared/api/metadata-fields.ts';
import type { EndpointParsed, EndpointResult } from '../../../shared/endpoint.ts';
import { AppError, badField, notFound } from '../../../shared/errors.ts';
import type { EventBus } from '../../lib/event-bus.ts';
import type { ListPage } from '../../database/json.ts';
import type { Caller } from '../../http/api/caller.ts';
import type { TaskQueue } from '../../tasks/types.ts';
import type { BooksService } from '../books/service.ts';
import type { SeriesService } from '../series/service.ts';
import { applyChange, fieldsOf, type Change, type AppliedChange } from './change.ts';
import type { EditedRecord, RecordsStore } from './records-store.ts';
import { restoreValues, batchSize, type UndoResult } from './restore-values.ts';
import type { EditsQuery, EditsStore, StoredEdit } from './store.ts';

type Body<E> = EndpointParsed<E>['body'];
type BulkResult = EndpointResult<typeof bulkEditSeries>;

/** Edits of up to this many records run within the request; larger ones run as a task. */
const fewRecords = 200;

export interface EditsService {
  seriesEditor(id: string): SeriesEditor;
  bookEditor(id: string): BookEditor;
  updateSeries(
    caller: Caller,
    id: string,
    body: Body<typeof updateSeries>,
  ): EndpointResult<typeof updateSeries>;
  updateBook(
    caller: Caller,
    id: string,
    body: Body<typeof updateBook>,
  ): EndpointResult<typeof updateBook>;
  bulkSeries(caller: Caller, body: Body<typeof bulkEditSeries>): Promise<BulkResult>;
  bulkBooks(caller: Caller, body: Body<typeof bulkEditBooks>): Promise<BulkResult>;
  /** Changes the records with these ids; ignores unknown ids. */
  bulk(
    caller: Caller,
    entity: EditEntity,
    ids: readonly string[],
    change: Change,
  ): Promise<BulkResult>;
  list(query: EditsQuery): ListPage<Edit>;
  /**
   * Undoes an edit; cancels it if it is still running. Throws NotFound, or Conflict if it was
   * already undone completely.
   */
  undo(id: string): Promise<UndoResult>;
  /** Continues a bulk edit; stops between two transactions. */
  work(
    id: string,
    options: { signal: AbortSignal; progress: (done: number, total: number) => void },
  ): Promise<void>;
}

interface EditsServiceOptions {
  store: EditsStore;
  records: Record<EditEntity, RecordsStore>;
  series: Pick<SeriesService, 'get' | 'matching'>;
  books: Pick<BooksService, 'get' | 'matching'>;
  queue: Pick<TaskQueue, 'enqueue'>;
  bus: EventBus;
  clock: () => Date;
}

export const createEditsService = ({
  store,
  records,
  series,
  books,
  queue,
  bus,
  clock,
}: EditsServiceOptions): EditsService => {
  const now = () => clock().toISOString();

  const recordOf = (entity: EditEntity, id: string): EditedRecord => {
    const record = records[entity].get(id);
    if (!record) throw notFound(entity === 'series' ? 'Series' : 'Book', id);
    return record;
  };

  const publish = (entity: EditEntity, { id, series_id, library_id }: EditedRecord) => {
    if (entity === 'series') bus.emit('series_updated', { series_id, library_id });
    else bus.emit('book_updated', { book_id: id, series_id, library_id });
  };

  /** Changes one record; returns the id of the edit, or null if nothing changed. */
  const update = (
    caller: Caller,
    entity: EditEntity,
    id: string,
    { locks, ...set }: { locks?: object | undefined },
  ): string | null => {
    const change: Change = { set, locks: { ...locks } };
    refuseContradiction(change);
    const edited = store.transaction(() => {
      const record = recordOf(entity, id);
      const changed = applyChange(record.metadata, change);
      if (!changed) return null;
      const { title } = record;
      const { user_pk } = caller;
      const edit = { entity, user_pk, change, title, records: [id], now: now() };
      const editId = store.open(edit);
      const stored = store.get(editId);
      if (stored) save(stored, record, changed);
      return { editId, record };
    });
    if (edited === null) return null;
    publish(entity, edited.record);
    return edited.editId;
  };

  const save = ({ pk, entity }: StoredEdit, record: EditedRecord, changed: AppliedChange) => {
    const { metadata, before, after } = changed;
    records[entity].put(record, metadata, now());
    store.done(pk, { record_id: record.id, before, after });
  };

  /** Processes the next batch of a bulk edit; returns false when done. */
  const workOnce = (edit: StoredEdit): boolean => {
    const touched = store.transaction(() => {
      const ids = store.toDo(edit.pk, batchSize);
      if (ids.length === 0) return null;
      return ids.flatMap((id) => {
        const record = records[edit.entity].get(id);
        const changed = record && applyChange(record.metadata, edit.change);
        if (changed) save(edit, record, changed);
        else store.forget(edit.pk, id);
        return changed ? record : [];
      });
    });
    for (const record of touched ?? []) publish(edit.entity, record);
    return touched !== null;
  };

  const work: EditsService['work'] = async (id, { signal, progress }) => {
    const edit = store.get(id);
    if (!edit) return;
    const total = edit.record_count;
    do {
      progress(total - store.leftToDo(edit.pk), total);
      await pause();
      signal.throwIfAborted();
    } while (workOnce(edit));
  };

  const bulk = async (
    caller: Caller,
    entity: EditEntity,
    ids: readonly string[],
    change: Change,
  ): Promise<BulkResult> => {
    if (fieldsOf(change).length === 0) throw badField('body', 'Send at least one field to change');
    refuseContradiction(change);
    const known = [...records[entity].known(fewEnough(ids))];
    const { user_pk } = caller;
    const edit = { entity, user_pk, change, title: null, records: known, now: now() };
    const edit_id = store.transaction(() => store.open(edit));
    const isMuch = known.length > fewRecords;
    if (!isMuch) {
      const { signal } = new AbortController();
      await work(edit_id, { signal, progress: () => undefined });
    }
    const task = isMuch
      ? queue.enqueue({ task_type: 'edit_metadata', payload: { edit_id } })
      : null;
    return {
      edit_id,
      task_id: task?.id ?? null,
      record_count: known.length,
      changed_count: store.get(edit_id)?.changed_count ?? 0,
    };
  };

  return {
    seriesEditor: (id) => editorOf<SeriesEditor>(recordOf('series', id), lockableSeriesFields),
    bookEditor: (id) => editorOf<BookEditor>(recordOf('book', id), editableBookFields),
    updateSeries: (caller, id, body) => {
      const edit_id = update(caller, 'series', id, body);
      const { json } = series.get(caller, id);
      return { ...(JSON.parse(json) as ReturnType<EditsService['updateSeries']>), edit_id };
    },
    updateBook: (caller, id, body) => {
      const edit_id = update(caller, 'book', id, body);
      return { ...books.get(caller, id), edit_id };
    },
    bulkSeries: async (caller, { ids, filter, ...change }) =>
      bulk(caller, 'series', ids ?? (await series.matching(caller, filter ?? {}, most)), change),
    bulkBooks: async (caller, { ids, filter, ...change }) =>
      bulk(caller, 'book', ids ?? (await books.matching(caller, filter ?? {}, most)), change),
    bulk,
    list: (query) => store.list(query),
    work,

    undo: async (id) => {
      const edit = store.get(id);
      if (!edit) throw notFound('Edit', id);
      if (edit.undone_at !== null) throw new AppError('Conflict', 'This change was already undone');
      // A running task then finds nothing left to do.
      store.forgetToDo(edit.pk);
      return restoreValues(edit, records[edit.entity], { store, publish, now });
    },
  };
};

/** One more than allowed, to detect that there are too many. */
const most = maxBulkRecords + 1;

const fewEnough = (ids: readonly string[]): readonly string[] => {
  if (ids.length < most) return ids;
  throw badField(
    'body.filter',
    `More than ${maxBulkRecords} records match. Narrow the filter and change them in parts.`,
  );
};

/** Unlocking restores the value from the files, so the same request cannot also set one. */
const refuseContradiction = ({ set, add, remove, locks = {} }: Change): void => {
  for (const field of Object.keys({ ...set, ...add, ...remove })) {
    if (locks[field] !== false) continue;
    throw badField(
      `body.locks.${field}`,
      `${field} cannot be changed and unlocked at once: unlocking brings back what the files say`,
    );
  }
};

const editorOf = <Editor>(
  { id, metadata: { values, locked, file_values } }: EditedRecord,
  fields: readonly string[],
): Editor =>
  ({
    id,
    values,
    locks: Object.fromEntries(fields.map((field) => [field, locked.has(field)])),
    file_values: Object.fromEntries(
      Object.entries(file_values).filter(([field]) => locked.has(field)),
    ),
  }) as Editor;
