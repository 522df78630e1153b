import { Button, Progress } from '@mantine/core';
import { IconFileCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import {
  applyConversion,
  type Conversion,
  type ConversionFile,
  deleteConversion,
  undoConversion,
} from '../../../../shared/api/conversions.ts';
import { api, bookThumbnailUrl } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from '../metadata-writes/metadata-writes.module.css';
import { RowsSkeleton } from '../settings/rows-skeleton.tsx';
import {
  conversionFilesQuery,
  conversionFileStates,
  type ConversionFileState,
  conversionKeys,
} from './queries.ts';

/** A plan: its files, and what can be done with them. */
export const ConversionPanel = ({
  conversion,
  onDiscarded,
}: {
  conversion: Conversion;
  onDiscarded: () => void;
}) => {
  const { t } = useTranslation('conversions');
  const { bytes, date } = useLocale();
  const [isAsking, setAsking] = useState(false);
  const params = { id: conversion.id };
  const keys = [conversionKeys, ['books'], ['series'], ['duplicates']];
  const apply = useChange(keys, () => api.call(applyConversion, { params }));
  const undo = useChange(
    keys,
    (fileIds: string[] | undefined) =>
      api.call(undoConversion, { params, body: fileIds ? { file_ids: fileIds } : {} }),
    reportFailure,
  );
  const discard = useChange(
    [conversionKeys],
    async () => {
      await api.call(deleteConversion, { params });
      onDiscarded();
    },
    reportFailure,
  );
  const { planned, converted, pending } = conversion.files;
  const total = Object.values(conversion.files).reduce((sum, count) => sum + count, 0);
  if (conversion.task_id !== null) {
    return (
      <div className={classes.progress} role="status">
        <p>{t(planned + converted === 0 ? 'comparing' : 'working')}</p>
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
      <p className={classes.progress}>
        {t('sizes', { before: bytes(conversion.from_size), after: bytes(conversion.to_size) })}
      </p>
      <div className={classes.bar}>
        {planned > 0 && (
          <Button onClick={() => setAsking(true)}>{t('convert', { count: planned })}</Button>
        )}
        {converted > 0 && (
          <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate(undefined)}>
            {t('undoAll')}
          </Button>
        )}
        {converted === 0 && (
          <Button
            variant="subtle"
            loading={discard.isPending}
            onClick={() => discard.mutate(undefined)}
          >
            {t('discard')}
          </Button>
        )}
      </div>
      <Files conversion={conversion} onUndo={(id) => undo.mutate([id])} />
      {isAsking && (
        <ConfirmDialog
          title={t('ask.title', { count: planned })}
          action={t('convert', { count: planned })}
          change={apply}
          onConfirm={() => apply.mutate(undefined, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>{t('ask.text', { date: date(conversion.undoable_until) })}</p>
        </ConfirmDialog>
      )}
    </>
  );
};

const Files = ({
  conversion,
  onUndo,
}: {
  conversion: Conversion;
  onUndo: (id: string) => void;
}) => {
  const { t } = useTranslation('conversions');
  const { number } = useLocale();
  const [state, setState] = useState<ConversionFileState | undefined>();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(conversionFilesQuery(conversion, state, page));
  const present = conversionFileStates.filter((name) => conversion.files[name] > 0);
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
              onClick={() => {
                setState(name);
                setPage(1);
              }}
            >
              {name ? `${t(`state.${name}`)} ${number(conversion.files[name])}` : t('all')}
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
      {data !== undefined && <Pager page={page} pages={data.totalPages} onPage={setPage} />}
    </>
  );
};

const FileRow = ({ file, onUndo }: { file: ConversionFile; onUndo: () => void }) => {
  const { t } = useTranslation('conversions');
  const { bytes } = useLocale();
  const sentence = useTranslateServerMessage();
  const { title, book_id, from_path, to_path, from_size, to_size } = file;
  const state = file.state === 'converting' || file.state === 'undoing' ? 'pending' : file.state;
  return (
    <li className={classes.file}>
      <Cover src={bookThumbnailUrl(book_id)} title="" />
      <div className={classes.told}>
        <h2>
          <span className={classes.mark} data-state={state}>
            {t(`state.${state}`)}
          </span>
          <Link data-alone to="/book/$bookId" params={{ bookId: book_id }}>
            {title}
          </Link>
        </h2>
        <p>{to_path === null ? from_path : t('becomes', { from: from_path, to: to_path })}</p>
        {from_size !== null && to_size !== null && (
          <p className={classes.change}>
            {t(file.state === 'planned' && file.action === 'pack' ? 'about' : 'became', {
              before: bytes(from_size),
              after: bytes(to_size),
            })}
          </p>
        )}
        {file.reason !== null && <p className={classes.reason}>{sentence(file.reason)}</p>}
      </div>
      {file.state === 'converted' && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={t('undoOf', { name: title })}
          onClick={onUndo}
        >
          {t('undo')}
        </Button>
      )}
    </li>
  );
};
