import type { TaskHandlers } from '../../tasks/task-types.ts';
import type { EditsService } from './service.ts';

/** Runs bulk edits that are too large for a request. */
export const createEditsHandlers = ({
  edits,
}: {
  edits: Pick<EditsService, 'work'>;
}): Pick<TaskHandlers, 'edit_metadata'> => ({
  edit_metadata: ({ payload, signal, progress }) =>
    edits.work(payload.edit_id, {
      signal,
      progress: (done, total) => progress(done, total, ''),
    }),
});
