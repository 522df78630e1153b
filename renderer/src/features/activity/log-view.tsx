import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { EmptyState, QueryState } from '../../ui/feedback/empty-state.tsx';
import { TaskRow } from '../tasks/task-row.tsx';
import classes from './activity-page.module.css';
import { logStatuses, taskLogQuery, useLiveTasks, type LogStatus } from './queries.ts';

/** Log of finished, failed and cancelled tasks. */
export const LogView = () => {
  const { t } = useTranslation(['activity', 'tasks']);
  const { status = 'completed' } = useSearch({ from: '/shell/activity' });
  const navigate = useNavigate();
  useLiveTasks();
  return (
    <>
      <SegmentedControl
        className={classes.filter}
        aria-label={t('show')}
        value={status}
        onChange={(next) =>
          void navigate({
            to: '/activity',
            search: { tab: 'log', ...(next === 'completed' ? {} : { status: next as LogStatus }) },
            replace: true,
          })
        }
        data={logStatuses.map((value) => ({ value, label: t(`tasks:status.${value}`) }))}
      />
      <Entries status={status} />
    </>
  );
};

const Entries = ({ status }: { status: LogStatus }) => {
  const { t } = useTranslation(['activity', 'common']);
  const log = useInfiniteQuery(taskLogQuery(status));
  if (log.data === undefined) {
    const placeholder = <Skeleton height={320} role="status" aria-label={t('common:loading')} />;
    return <QueryState query={log} placeholder={placeholder} />;
  }
  const tasks = log.data.pages.flatMap(({ data }) => data);
  if (tasks.length === 0) {
    return (
      <EmptyState icon={<IconListCheck stroke={1.25} />} title={t(`none.${status}`)}>
        {t('noneText')}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={classes.card}>
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
      {log.hasNextPage && (
        <div className={classes.load}>
          <Button
            variant="default"
            loading={log.isFetchingNextPage}
            onClick={() => void log.fetchNextPage()}
          >
            {t('older')}
          </Button>
        </div>
      )}
    </>
  );
};
