import { Button, Progress } from '@mantine/core';
import { IconFileCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import {
  applyMetadataWrite,
  deleteMetadataWrite,
  type MetadataWrite,
  undoMetadataWrite,
} from '../../../../shared/api/metadata-writes.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsSkeleton } from '../settings/rows-skeleton.tsx';
import { FileRow } from './file-row.tsx';
import classes from './metadata-writes.module.css';
import { type FileState, fileStates, filesQuery, isBusy, writeKeys } from './queries.ts';

/** A plan: its files, and what can be done with them. */
export const WritePanel = ({
  write,
  onDiscarded,
}: {
  write: MetadataWrite;
  onDiscarded: () => void;
}) => {
  const { t } = useTranslation('metadataWrites');
  const { date } = useLocale();
  const [isAsking, setAsking] = useState(false);
  const params = { id: write.id };
  const apply = useChange([writeKeys], () => api.call(applyMetadataWrite, { params }));
  const undo = useChange(
    [writeKeys],
    (fileIds: string[] | undefined) =>
      api.call(undoMetadataWrite, { params, body: fileIds ? { file_ids: fileIds } : {} }),
    reportFailure,
  );
  const discard = useChange(
    [writeKeys],
    async () => {
      await api.call(deleteMetadataWrite, { params });
      onDiscarded();
    },
    reportFailure,
  );
  const { planned, written, pending } = write.files;
  const total = Object.values(write.files).reduce((sum, count) => sum + count, 0);
  if (isBusy(write)) {
    return (
      <div className={classes.progress} role="status">
        <p>{t(planned + written === 0 ? 'comparing' : 'working')}</p>
        <Progress value={total === 0 ? 0 : (100 * (total - pending)) / total} animated />
      </div>
    );
  }
  if (total === 0) {
    return (
      <EmptyState icon={<IconFileCheck stroke={1.25} />} title={t('nothing')}>
        {t('nothingText')}
      </EmptyState>
    );
  }
  return (
    <>
      <div className={classes.bar}>
        {planned > 0 && (
          <Button onClick={() => setAsking(true)}>{t('write', { count: planned })}</Button>
        )}
        {written > 0 && (
          <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate(undefined)}>
            {t('undoAll')}
          </Button>
        )}
        {written === 0 && (
          <Button
            variant="subtle"
            loading={discard.isPending}
            onClick={() => discard.mutate(undefined)}
          >
            {t('discard')}
          </Button>
        )}
      </div>
      <Files write={write} onUndo={(id) => undo.mutate([id])} />
      {isAsking && (
        <ConfirmDialog
          title={t('ask.title', { count: planned })}
          action={t('write', { count: planned })}
          change={apply}
          onConfirm={() => apply.mutate(undefined, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>{t('ask.text', { date: date(write.undoable_until) })}</p>
        </ConfirmDialog>
      )}
    </>
  );
};

const Files = ({ write, onUndo }: { write: MetadataWrite; onUndo: (id: string) => void }) => {
  const { t } = useTranslation('metadataWrites');
  const { number } = useLocale();
  const [{ state, page }, setView] = useState<{ state: FileState | undefined; page: number }>({
    state: undefined,
    page: 1,
  });
  const { data, error, refetch } = useQuery(filesQuery(write, state, page));
  const present = fileStates.filter((name) => write.files[name] > 0);
  return (
    <>
      {present.length > 1 && (
        <div className={classes.tabs} role="group" aria-label={t('states')}>
          {[undefined, ...present].map((name) => (
            <Button
              key={name ?? 'all'}
              size="compact-md"
              variant={name === state ? 'light' : 'default'}
              aria-pressed={name === state}
              onClick={() => setView({ state: name, page: 1 })}
            >
              {name ? `${t(`state.${name}`)} ${number(write.files[name])}` : t('all')}
            </Button>
          ))}
        </div>
      )}
      {data === undefined && error === null && <RowsSkeleton rows={6} />}
      {data === undefined && error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && data.data.length > 0 && (
        <ul className={classes.card} aria-label={t('files')}>
          {data.data.map((file) => (
            <FileRow key={file.id} file={file} onUndo={() => onUndo(file.id)} />
          ))}
        </ul>
      )}
      {data !== undefined && (
        <Pager
          page={page}
          pages={data.totalPages}
          onPage={(next) => setView({ state, page: next })}
        />
      )}
    </>
  );
};
