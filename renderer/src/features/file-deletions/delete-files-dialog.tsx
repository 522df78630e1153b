import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { createFileDeletion, undoFileDeletion } from '../../../../shared/api/file-deletions.ts';
import { getTask } from '../../../../shared/api/tasks.ts';
import { api } from '../../api/client.ts';
import { useChange, useInvalidate } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { QueryState } from '../../ui/feedback/empty-state.tsx';
import { offerUndo } from '../../ui/feedback/undo.ts';
import { ButtonLink } from '../../ui/layout/links.tsx';
import { delay } from '../../ui/loading/delay.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { closeBulkDialog, useBulkDialog } from '../selection/bulk-dialog-store.ts';
import { clearSelection, type SelectionKind } from '../selection/selection-store.ts';
import { serverSettingsQuery } from '../settings/server-settings-queries.ts';

/** The queries that a deletion makes stale. */
const affected = [['series'], ['books'], ['libraries'], ['duplicates'], ['file-bin']];
/** Polling interval of a task, ms. */
const pollMs = 400;

interface ToDelete {
  kind: SelectionKind;
  ids: readonly string[];
}

/** Asks before books are deleted with their files. */
export const DeleteFilesDialog = () => {
  const open = useBulkDialog((state) => state.open);
  if (open?.dialog !== 'delete') return null;
  return <Question selected={open.selected} />;
};

const bodyOf = ({ kind, ids }: ToDelete) =>
  kind === 'series' ? { series_ids: [...ids] } : { book_ids: [...ids] };

/** Resolves when a task has ended. */
const untilOver = async (id: string): Promise<void> => {
  for (;;) {
    const { status } = await api.call(getTask, { params: { id } });
    if (status !== 'pending' && status !== 'running') return;
    await delay(pollMs);
  }
};

const Question = ({ selected }: { selected: ToDelete }) => {
  const { t } = useTranslation('fileDeletions');
  const { data: settings } = useQuery(serverSettingsQuery());
  const isAllowed = settings?.get('library.delete_files')?.value === true;
  if (settings === undefined) return null;
  return isAllowed ? (
    <Confirmation selected={selected} />
  ) : (
    <Dialog title={t('off.title')} opened onClose={closeBulkDialog}>
      <p>{t('off.text')}</p>
      <DialogActions onCancel={closeBulkDialog}>
        <ButtonLink to="/settings/metadata" onClick={closeBulkDialog}>
          {t('off.open')}
        </ButtonLink>
      </DialogActions>
    </Dialog>
  );
};

const Confirmation = ({ selected }: { selected: ToDelete }) => {
  const { t } = useTranslation('fileDeletions');
  const { bytes } = useLocale();
  const invalidate = useInvalidate();
  const query = useQuery({
    queryKey: ['file-deletions', 'plan', selected],
    staleTime: 0,
    queryFn: ({ signal }) =>
      api.call(createFileDeletion, { body: { ...bodyOf(selected), dry_run: true }, signal }),
  });
  const remove = useChange(affected, async () => {
    const { id, task_id, book_count } = await api.call(createFileDeletion, {
      body: bodyOf(selected),
    });
    closeBulkDialog();
    clearSelection();
    if (id === null || task_id === null) return;
    offerUndo({
      text: t('deleted', { count: book_count }),
      undone: t('back', { count: book_count }),
      undo: async () => {
        await untilOver(task_id);
        const started = await api.call(undoFileDeletion, { params: { id }, body: {} });
        await untilOver(started.task_id);
        await invalidate(affected);
      },
    });
    await untilOver(task_id);
  });
  const { data: settings } = useQuery(serverSettingsQuery());
  const chosen = settings?.get('library.bin_folder')?.value;
  const folder = typeof chosen === 'string' ? chosen : '';
  const usesSystemBin = settings?.get('desktop.system_bin')?.value === true;
  const { data } = query;
  const count = data?.book_count ?? 0;
  if (data === undefined) {
    return (
      <Dialog title={t('title')} opened onClose={closeBulkDialog}>
        <QueryState query={query} compact />
        <DialogActions>
          <Button variant="default" onClick={closeBulkDialog}>
            {t('close')}
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={t('ask', { count })}
      action={t('delete', { count })}
      change={remove}
      onConfirm={() => remove.mutate(undefined)}
      onClose={closeBulkDialog}
    >
      <p>
        {t(folder !== '' ? 'folder' : usesSystemBin ? 'system' : 'text', {
          count: data.file_count,
          size: bytes(data.file_size),
          folder,
        })}
      </p>
      {data.file_count > count && <p>{t('formats', { count: data.file_count })}</p>}
      <p>{t('kept')}</p>
    </ConfirmDialog>
  );
};
