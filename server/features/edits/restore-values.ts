import { setImmediate as pause } from 'node:timers/promises';

import type { EditEntity, undoEdit } from '../../../shared/api/edits.ts';
import type { EndpointResult } from '../../../shared/endpoint.ts';
import { undoFieldChange } from './change.ts';
import type { EditedRecord, RecordsStore } from './records-store.ts';
import type { EditsStore, StoredEdit } from './store.ts';

export type UndoResult = EndpointResult<typeof undoEdit>;

/** Records per transaction: about 10 ms, because all other requests wait for it. */
export const batchSize = 50;
const maxToldOf = 100;

/**
 * Restores the values from before an edit, except those of fields that were changed again since. The edit
 * counts as undone if there are none of these; otherwise they can be restored once the later changes are undone.
 */
export const restoreValues = async (
  edit: StoredEdit,
  records: RecordsStore,
  {
    store,
    publish,
    now,
  }: {
    store: Pick<EditsStore, 'records' | 'transaction' | 'setUndone'>;
    /** Publishes the change of a record. */
    publish: (entity: EditEntity, record: EditedRecord) => void;
    now: () => string;
  },
): Promise<UndoResult> => {
  const result: UndoResult = { restored_count: 0, skipped_count: 0, skipped: [] };
  const skip = (record: UndoResult['skipped'][number]) => {
    result.skipped_count += 1;
    if (result.skipped.length < maxToldOf) result.skipped.push(record);
  };
  let last = '';
  let kept = 0;
  for (;;) {
    const rows = store.records(edit.pk, last, batchSize);
    if (rows.length === 0) {
      if (kept === 0) store.setUndone(edit.pk, now());
      return result;
    }
    const restored = store.transaction(() =>
      rows.flatMap(({ record_id, before, after }) => {
        const record = records.get(record_id);
        if (!record) {
          skip({ id: record_id, title: null, fields: [] });
          return [];
        }
        const { changed, skipped } = undoFieldChange(record.metadata, before, after);
        if (skipped.length > 0) {
          kept += 1;
          skip({ id: record_id, title: record.title, fields: skipped });
        }
        if (!changed) return [];
        records.put(record, changed.metadata, now());
        return record;
      }),
    );
    for (const record of restored) publish(edit.entity, record);
    result.restored_count += restored.length;
    last = rows.at(-1)?.record_id ?? '';
    await pause();
  }
};
