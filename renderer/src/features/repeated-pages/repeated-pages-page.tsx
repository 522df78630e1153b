import { Button, Checkbox, SegmentedControl } from '@mantine/core';
import { IconBook2, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { planConversion } from '../../../../shared/api/conversions.ts';
import type { RepeatedPage } from '../../../../shared/api/repeated-pages.ts';
import { api } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { useLibraryTitle } from '../library/use-library-title.ts';
import { RowsState } from '../settings/rows-skeleton.tsx';
import { TaskRow } from '../tasks/task-row.tsx';
import { pictureUrl, repeatedPagesQuery, searchTaskQuery, useMark, useSearch } from './queries.ts';
import layout from '../../ui/layout/report-page.module.css';
import classes from './repeated-pages.module.css';
import { withLibrary } from '../library/with-library.tsx';
import { permitted } from '../../ui/layout/permitted.tsx';

const filters = ['all', 'none', 'advertising', 'keep'] as const;
type Filter = (typeof filters)[number];

/** Pages that many books of a library have: which are advertising, and what removing them would do. */
const RepeatedPagesPageContent = () => {
  const { t } = useTranslation('repeatedPages');
  const { libraryId } = useParams({ from: '/shell/library/$libraryId/repeated-pages' });
  const library = useLibraryTitle(t('title'), libraryId);
  const [filter, setFilter] = useState<Filter>('all');
  const [page, setPage] = useState(1);
  const { data: task } = useQuery(searchTaskQuery(libraryId));
  const search = useSearch(libraryId);
  const isSearching = task?.status === 'pending' || task?.status === 'running';
  const pages = useQuery(
    repeatedPagesQuery(libraryId, filter === 'all' ? undefined : filter, page, task?.status),
  );
  return (
    <Page>
      <div className={layout.column}>
        <PageTitle
          aside={
            <Button
              variant="default"
              leftSection={<IconSearch size={15} />}
              loading={search.isPending}
              disabled={isSearching}
              onClick={() => search.mutate(undefined)}
            >
              {t('search')}
            </Button>
          }
        >
          {t('title')}
        </PageTitle>
        <p className={layout.lead}>{t('text')}</p>
        {isSearching && (
          <ul className={classes.search}>
            <TaskRow task={task} />
          </ul>
        )}
        <div className={classes.bar}>
          <SegmentedControl
            aria-label={t('filter.label')}
            value={filter}
            onChange={(next) => {
              setFilter(next);
              setPage(1);
            }}
            data={filters.map((value) => ({ value, label: t(`filter.${value}`) }))}
          />
        </div>
        {library?.convert_files !== undefined && (
          <Removal libraryId={libraryId} isAllowed={library.convert_files} />
        )}
        <RowsState query={pages} rows={4} />
        {pages.data?.total === 0 && !isSearching && (
          <EmptyState icon={<IconBook2 stroke={1.25} />} title={t('none')}>
            {t('noneText')}
          </EmptyState>
        )}
        {pages.data !== undefined && pages.data.total > 0 && (
          <ul className={classes.grid}>
            {pages.data.data.map((found) => (
              <Repeated key={found.id} page={found} />
            ))}
          </ul>
        )}
        <Pager page={page} query={pages} onPage={setPage} />
      </div>
    </Page>
  );
};

export const RepeatedPagesPage = permitted(
  ['libraries-write', 'books-write'],
  withLibrary(RepeatedPagesPageContent),
);

/** Makes a plan that removes what is marked, and shows it. */
const Removal = ({ libraryId, isAllowed }: { libraryId: string; isAllowed: boolean }) => {
  const { t } = useTranslation('repeatedPages');
  const navigate = useNavigate();
  const [withFirst, setWithFirst] = useState(false);
  const marked = useQuery(repeatedPagesQuery(libraryId, 'advertising', 1, undefined));
  const count = marked.data?.total ?? 0;
  const open = () => navigate({ to: '/library/$libraryId/convert', params: { libraryId } });
  const plan = useChange(
    [['conversions']],
    async () => {
      const removed_pages = withFirst ? ('all' as const) : ('behind_first' as const);
      await api.call(planConversion, { params: { id: libraryId }, body: { removed_pages } });
      await open();
    },
    reportFailure,
  );
  if (count === 0) return null;
  return (
    <div className={classes.bar}>
      <Button
        loading={plan.isPending}
        onClick={() => (isAllowed ? plan.mutate(undefined) : void open())}
      >
        {t('preview', { count })}
      </Button>
      <Checkbox
        label={t('withFirst')}
        checked={withFirst}
        onChange={(event) => setWithFirst(event.currentTarget.checked)}
      />
    </div>
  );
};

const Repeated = ({ page }: { page: RepeatedPage }) => {
  const { t } = useTranslation('repeatedPages');
  const { bytes } = useLocale();
  const mark = useMark();
  const { id, book_count, front_count, back_count, cover_count } = page;
  const facts = [
    front_count > 0 && t('front', { count: front_count }),
    back_count > 0 && t('back', { count: back_count }),
    cover_count > 0 && t('cover', { count: cover_count }),
    bytes(page.file_size),
  ];
  const name = t('books', { count: book_count });
  return (
    <li className={classes.page} data-mark={page.mark}>
      <img src={pictureUrl(id)} alt={t('picture', { name })} loading="lazy" />
      <p>{name}</p>
      <small>{facts.filter(Boolean).join(' · ')}</small>
      <div className={classes.marks}>
        {(['advertising', 'keep'] as const).map((value) => (
          <Button
            key={value}
            size="compact-sm"
            variant={page.mark === value ? 'light' : 'default'}
            aria-pressed={page.mark === value}
            disabled={mark.isPending}
            onClick={() => mark.mutate({ id, mark: page.mark === value ? null : value })}
          >
            {t(`mark.${value}`)}
          </Button>
        ))}
      </div>
    </li>
  );
};
