import { Button, SegmentedControl, Select } from '@mantine/core';
import { IconFilePencil, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type Library, updateLibrary } from '../../../../shared/api/libraries.ts';
import {
  type MetadataWrite,
  metadataWriteScopes,
  planMetadataWrite,
} from '../../../../shared/api/metadata-writes.ts';
import { api } from '../../api/client.ts';
import { librariesQuery } from '../../api/queries.ts';
import { useChange } from '../../api/use-change.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsSkeleton } from '../settings/rows-skeleton.tsx';
import classes from './metadata-writes.module.css';
import { writeKeys, writeQuery, writesQuery } from './queries.ts';
import { WritePanel } from './write-panel.tsx';

/** Writes edits into the files of a library: a preview of each file, then the writing, then undo. */
export const MetadataWritesPage = () => {
  const { t } = useTranslation('metadataWrites');
  const { libraryId } = useParams({ from: '/shell/library/$libraryId/write-metadata' });
  const { data: libraries } = useQuery(librariesQuery());
  const library = libraries?.find(({ id }) => id === libraryId);
  usePageTitle(t('title'), [
    ...(library
      ? [{ label: library.name, link: { to: '/library/$libraryId', params: { libraryId } } }]
      : []),
  ] as Parameters<typeof usePageTitle>[1]);
  return (
    <Page>
      <div className={classes.column}>
        <PageTitle>{t('title')}</PageTitle>
        <p className={classes.lead}>{t('text')}</p>
        {library === undefined && <RowsSkeleton rows={4} />}
        {library?.write_metadata === false && <NotAllowed library={library} />}
        {library?.write_metadata === true && <Writes key={libraryId} libraryId={libraryId} />}
      </div>
    </Page>
  );
};

const NotAllowed = ({ library }: { library: Library }) => {
  const { t } = useTranslation('metadataWrites');
  const allow = useChange(
    [['libraries']],
    () => api.call(updateLibrary, { params: { id: library.id }, body: { write_metadata: true } }),
    reportFailure,
  );
  return (
    <EmptyState icon={<IconLock stroke={1.25} />} title={t('off.title')}>
      <p>{t('off.text')}</p>
      <Button mt={12} loading={allow.isPending} onClick={() => allow.mutate(undefined)}>
        {t('off.allow')}
      </Button>
    </EmptyState>
  );
};

const Writes = ({ libraryId }: { libraryId: string }) => {
  const { t } = useTranslation('metadataWrites');
  const { moment } = useLocale();
  const [scope, setScope] = useState<MetadataWrite['scope']>('edited');
  const [chosen, setChosen] = useState<string | null>(null);
  const { data: writes, error, refetch } = useQuery(writesQuery(libraryId));
  const plan = useChange(
    [writeKeys],
    async () => {
      const { id } = await api.call(planMetadataWrite, {
        params: { id: libraryId },
        body: { scope },
      });
      setChosen(id);
    },
    reportFailure,
  );
  const known = writes?.data ?? [];
  const shown = known.find(({ id }) => id === chosen) ?? known[0];
  return (
    <>
      <div className={classes.bar}>
        <SegmentedControl
          aria-label={t('scope.label')}
          value={scope}
          onChange={setScope}
          data={metadataWriteScopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
        />
        <Button variant="default" loading={plan.isPending} onClick={() => plan.mutate(undefined)}>
          {t('preview')}
        </Button>
        {known.length > 1 && (
          <Select
            aria-label={t('earlier')}
            value={shown?.id ?? null}
            onChange={setChosen}
            allowDeselect={false}
            data={known.map((write) => ({
              value: write.id,
              label: t('of', {
                date: moment(write.created_at),
                scope: t(`scope.${write.scope}`),
              }),
            }))}
          />
        )}
      </div>
      {writes === undefined && error === null && <RowsSkeleton rows={6} />}
      {writes === undefined && error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
      {shown !== undefined && (
        <Shown key={shown.id} id={shown.id} onDiscarded={() => setChosen(null)} />
      )}
      {writes !== undefined && shown === undefined && (
        <EmptyState icon={<IconFilePencil stroke={1.25} />} title={t('none')}>
          {t('noneText')}
        </EmptyState>
      )}
    </>
  );
};

const Shown = ({ id, onDiscarded }: { id: string; onDiscarded: () => void }) => {
  const { data: write } = useQuery(writeQuery(id));
  return write === undefined ? (
    <RowsSkeleton rows={6} />
  ) : (
    <WritePanel write={write} onDiscarded={onDiscarded} />
  );
};
