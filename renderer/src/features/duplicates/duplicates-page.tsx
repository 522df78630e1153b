import { Button } from '@mantine/core';
import { IconCopyCheck, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { showToast } from '../../ui/feedback/notify.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { RowsState } from '../settings/rows-skeleton.tsx';
import settings from '../settings/settings-page.module.css';
import { BinnedFiles } from './binned-files.tsx';
import { DuplicateGroup } from './duplicate-group.tsx';
import { SameNameSeries } from './same-name-series.tsx';
import { SetAsideCopies } from './set-aside-copies.tsx';
import { duplicatesQuery, useFindDuplicates } from './queries.ts';

/** Duplicate books, by wasted space. */
export const DuplicatesPage = () => {
  const { t } = useTranslation(['duplicates', 'health']);
  usePageTitle(t('title'), [{ label: t('health:title'), link: { to: '/health' } }]);
  const { page = 1 } = useSearch({ from: '/shell/duplicates' });
  const navigate = useNavigate({ from: '/duplicates' });
  const query = useQuery(duplicatesQuery(page));
  const { data } = query;
  const show = (next: number) => void navigate({ search: { page: next }, replace: true });
  const find = useFindDuplicates();
  const canFind = useCan('books-write');

  return (
    <Page>
      <div className={settings.wide}>
        <PageTitle
          aside={
            canFind && (
              <Button
                variant="default"
                leftSection={<IconSearch size={15} />}
                loading={find.isPending}
                onClick={() => find.mutate(undefined, { onSuccess: () => showToast(t('finding')) })}
              >
                {t('find')}
              </Button>
            )
          }
        >
          {t('title')}
        </PageTitle>
        <p className={settings.intro}>{t('intro')}</p>
        <RowsState query={query} rows={6} />
        {data?.total === 0 && (
          <EmptyState icon={<IconCopyCheck stroke={1.25} />} title={t('none')}>
            {t('noneText')}
          </EmptyState>
        )}
        {data?.data.map((group) => (
          <DuplicateGroup key={group.id} group={group} />
        ))}
        <Pager page={page} query={query} onPage={show} />
        {data !== undefined && <SameNameSeries />}
        {data !== undefined && <SetAsideCopies />}
        {data !== undefined && <BinnedFiles />}
      </div>
    </Page>
  );
};
