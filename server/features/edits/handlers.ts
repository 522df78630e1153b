import type { TaskHandlers } from '../../tasks/kinds.ts';
import type { EditsService } from './service.ts';

/** Makes the edits that are too large for a request. */
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
