import { Skeleton } from '@mantine/core';
import { IconMoonStars } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { isOver } from '../../api/scan-state.ts';
import { librariesQuery } from '../../api/queries.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { ScanRow } from '../scans/scan-row.tsx';
import { useScans } from '../scans/use-scans.ts';
import { TaskRow } from '../tasks/task-row.tsx';
import classes from './activity-page.module.css';
import { nextScanOf } from './next-scan.ts';
import { currentTasksQuery, useLiveTasks } from './queries.ts';

/** Running and queued tasks. */
export const NowView = () => {
  const { t } = useTranslation('activity');
  const { number } = useLocale();
  useLiveTasks();
  const scans = useScans().filter((scan) => !isOver(scan));
  const running = useQuery(currentTasksQuery('running'));
  const pending = useQuery(currentTasksQuery('pending'));
  const failed = [running, pending].find(({ isError, data }) => isError && data === undefined);

  if (failed !== undefined) {
    return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (running.data === undefined || pending.data === undefined) return <Rows />;

  // Scans have their own, more detailed rows.
  const tasks = running.data.data.filter(({ task_type }) => task_type !== 'scan_library');
  const waiting = pending.data.data.filter(({ task_type }) => task_type !== 'scan_library');
  const hidden = pending.data.total - pending.data.data.length;
  if (scans.length + tasks.length + waiting.length === 0) {
    return (
      <EmptyState icon={<IconMoonStars stroke={1.25} />} title={t('quiet')}>
        <Quiet />
      </EmptyState>
    );
  }
  return (
    <>
      {scans.length + tasks.length > 0 && (
        <Part title={t('running')}>
          {scans.map((scan) => (
            <ScanRow key={scan.library_id} scan={scan} />
          ))}
          {tasks.length > 0 && (
            <ul>
              {tasks.map((task) => (
                <TaskRow key={task.id} task={task} />
              ))}
            </ul>
          )}
        </Part>
      )}
      {waiting.length > 0 && (
        <Part title={t('queued')} count={number(pending.data.total)}>
          <ul>
            {waiting.map((task) => (
              <TaskRow key={task.id} task={task} />
            ))}
          </ul>
          {hidden > 0 && <p className={classes.more}>{t('andMore', { count: hidden })}</p>}
        </Part>
      )}
    </>
  );
};

const Quiet = () => {
  const { t } = useTranslation('activity');
  const { locale } = useLocale();
  const { data: libraries = [] } = useQuery(librariesQuery());
  const [now] = useState(() => new Date());
  const next = nextScanOf(libraries, now);
  if (next === null) return t('quietText');
  const time = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
  }).format(next.at);
  return t('next', { library: next.library.name, time });
};

interface PartProps {
  title: string;
  count?: string;
  children: ReactNode;
}

const Part = ({ title, count, children }: PartProps) => (
  <section className={classes.section} aria-label={title}>
    <h2>
      {title}
      {count !== undefined && <span className={classes.count}>{count}</span>}
    </h2>
    <div className={classes.card}>{children}</div>
  </section>
);

const Rows = () => {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('loading')}>
      <Skeleton height={20} width={90} mb={12} />
      <Skeleton height={120} />
    </div>
  );
};
