import { Button, NumberInput, SegmentedControl, Select } from '@mantine/core';
import { IconFileZip, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { conversionPageFormats, planConversion } from '../../../../shared/api/conversions.ts';
import { type Library, updateLibrary } from '../../../../shared/api/libraries.ts';
import { api } from '../../api/client.ts';
import { librariesQuery } from '../../api/queries.ts';
import { useChange } from '../../api/use-change.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from '../metadata-writes/metadata-writes.module.css';
import { RowsSkeleton } from '../settings/rows-skeleton.tsx';
import { ConversionPanel } from './conversion-panel.tsx';
import { conversionKeys, conversionQuery, conversionsQuery } from './queries.ts';

/** Converts the files of a library: a preview of each file, then the work, then undo. */
export const ConversionsPage = () => {
  const { t } = useTranslation('conversions');
  const { libraryId } = useParams({ from: '/shell/library/$libraryId/convert' });
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
        {library?.convert_files === false && <NotAllowed library={library} />}
        {library?.convert_files === true && <Conversions key={libraryId} libraryId={libraryId} />}
      </div>
    </Page>
  );
};

const NotAllowed = ({ library }: { library: Library }) => {
  const { t } = useTranslation('conversions');
  const allow = useChange(
    [['libraries']],
    () => api.call(updateLibrary, { params: { id: library.id }, body: { convert_files: true } }),
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

type PagesChoice = 'keep' | (typeof conversionPageFormats)[number];
const defaultQuality = 85;

const Conversions = ({ libraryId }: { libraryId: string }) => {
  const { t } = useTranslation('conversions');
  const { moment } = useLocale();
  const [format, setFormat] = useState<PagesChoice>('keep');
  const [quality, setQuality] = useState(defaultQuality);
  const [chosen, setChosen] = useState<string | null>(null);
  const { data: conversions, error, refetch } = useQuery(conversionsQuery(libraryId));
  const plan = useChange(
    [conversionKeys],
    async () => {
      const pages = format === 'keep' ? null : { format, quality };
      const { id } = await api.call(planConversion, { params: { id: libraryId }, body: { pages } });
      setChosen(id);
    },
    reportFailure,
  );
  const known = conversions?.data ?? [];
  const shown = known.find(({ id }) => id === chosen) ?? known[0];
  return (
    <>
      <div className={classes.bar}>
        <SegmentedControl
          aria-label={t('pages.label')}
          value={format}
          onChange={setFormat}
          data={(['keep', ...conversionPageFormats] as const).map((value) => ({
            value,
            label: t(`pages.${value}`),
          }))}
        />
        {format !== 'keep' && (
          <NumberInput
            aria-label={t('quality')}
            prefix={`${t('quality')} `}
            value={quality}
            onChange={(value) => setQuality(typeof value === 'number' ? value : defaultQuality)}
            min={1}
            max={100}
            allowDecimal={false}
            clampBehavior="strict"
            w={130}
          />
        )}
        <Button variant="default" loading={plan.isPending} onClick={() => plan.mutate(undefined)}>
          {t('preview')}
        </Button>
        {known.length > 1 && (
          <Select
            aria-label={t('earlier')}
            value={shown?.id ?? null}
            onChange={setChosen}
            allowDeselect={false}
            data={known.map(({ id, created_at }) => ({ value: id, label: moment(created_at) }))}
          />
        )}
      </div>
      {conversions === undefined && error === null && <RowsSkeleton rows={6} />}
      {conversions === undefined && error !== null && (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
      {shown !== undefined && (
        <Shown key={shown.id} id={shown.id} onDiscarded={() => setChosen(null)} />
      )}
      {conversions !== undefined && shown === undefined && (
        <EmptyState icon={<IconFileZip stroke={1.25} />} title={t('none')}>
          {t('noneText')}
        </EmptyState>
      )}
    </>
  );
};

const Shown = ({ id, onDiscarded }: { id: string; onDiscarded: () => void }) => {
  const { data: conversion } = useQuery(conversionQuery(id));
  return conversion === undefined ? (
    <RowsSkeleton rows={6} />
  ) : (
    <ConversionPanel conversion={conversion} onDiscarded={onDiscarded} />
  );
};
