import { Button, Menu, SegmentedControl, Skeleton } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { ReadingStats } from '../../../../shared/api/reading-stats.ts';
import { EmptyState, QueryState } from '../../ui/feedback/empty-state.tsx';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { Goals } from '../reading-goals/goals.tsx';
import { Heatmap } from './heatmap.tsx';
import { statsQuery } from './queries.ts';
import { spans } from './spans.ts';
import { StatsTables } from './stats-tables.tsx';
import layout from '../../ui/layout/report-page.module.css';
import classes from './stats.module.css';

/** Reading statistics: how much, when, and what. */
export const StatsPage = () => {
  const { t } = useTranslation('stats');
  usePageTitle(t('title'));
  const { span = 'year' } = useSearch({ from: '/shell/stats' });
  const navigate = useNavigate({ from: '/stats' });
  const query = statsQuery(span);
  const result = useQuery(query);
  const { data } = result;
  const empty = data?.by_day.length === 0 && data.books_completed === 0;

  return (
    <Page>
      <div className={layout.column}>
        <PageTitle
          aside={
            data !== undefined &&
            !empty && (
              <Menu>
                <Menu.Target>
                  <Button variant="default" leftSection={<IconDownload size={16} />}>
                    {t('export')}
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item
                    onClick={() => saveText(`octavo-${span}.csv`, 'text/csv', statsAsCsv(data))}
                  >
                    CSV
                  </Menu.Item>
                  <Menu.Item
                    onClick={() =>
                      saveText(
                        `octavo-${span}.json`,
                        'application/json',
                        JSON.stringify(data, null, 2),
                      )
                    }
                  >
                    JSON
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            )
          }
        >
          {t('title')}
        </PageTitle>
        <Goals />
        <SegmentedControl
          className={classes.spans}
          aria-label={t('span')}
          value={span}
          onChange={(value) => void navigate({ search: { span: value }, replace: true })}
          data={spans.map((value) => ({ value, label: t(`spans.${value}`) }))}
        />
        <QueryState query={result} placeholder={<StatsSkeleton />} />
        {empty && (
          <EmptyState icon={<IconChartBar stroke={1.25} />} title={t('empty.title')}>
            {t(span === 'all' ? 'empty.text' : 'empty.inSpan')}
          </EmptyState>
        )}
        {data !== undefined && !empty && (
          <>
            <StatsTiles stats={data} />
            <Heatmap days={data.by_day} span={span} />
            <StatsTables stats={data} />
          </>
        )}
      </div>
    </Page>
  );
};

/** Statistics by day as CSV: `date,pages,books` (RFC 4180). */
const statsAsCsv = ({ by_day }: Pick<ReadingStats, 'by_day'>): string =>
  [
    'date,pages,books',
    ...by_day.map(({ date, pages, books }) => `${date},${pages},${books}`),
    '',
  ].join('\r\n');

/** Downloads a text as a file. */
const saveText = (name: string, type: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};

const StatsSkeleton = () => {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('loading')}>
      <div className={classes.tiles}>
        {[1, 2, 3, 4, 5, 6].map((tile) => (
          <div key={tile}>
            <Skeleton height={14} width="60%" mb={8} />
            <Skeleton height={24} width="40%" />
          </div>
        ))}
      </div>
      <Skeleton height={150} mt={24} />
    </div>
  );
};

/** Key figures. */
const StatsTiles = ({ stats }: { stats: ReadingStats }) => {
  const { t } = useTranslation('stats');
  const { duration, number } = useLocale();
  const tiles = [
    [t('tiles.time'), duration(stats.reading_seconds * 1000)],
    [t('tiles.pages'), number(stats.pages_read)],
    [t('tiles.completed'), number(stats.books_completed)],
    [t('tiles.started'), number(stats.books_started)],
    [t('tiles.streak'), t('days', { count: stats.current_streak_days })],
    [t('tiles.longest'), t('days', { count: stats.longest_streak_days })],
  ] as const;
  const { untimed_sittings: untimed } = stats;
  return (
    <>
      <FactList className={classes.tiles} facts={tiles} />
      {untimed > 0 && <p className={classes.untimed}>{t('untimed', { count: untimed })}</p>}
    </>
  );
};
