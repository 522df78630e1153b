import { Button, Select } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import { type TaskStatus, taskStatuses, taskTypes } from '../../../../shared/api/task-record.ts';
import type { TaskStats } from '../../../../shared/api/tasks.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { CountTiles } from '../../ui/lists/count-tiles.tsx';
import { Pager } from '../../ui/lists/pager.tsx';
import { RowsState } from '../settings/rows-skeleton.tsx';
import { SettingsBody } from '../settings/settings-body.tsx';
import settings from '../settings/settings-page.module.css';
import { tasksQuery, taskStatsQuery, type TaskView } from './queries.ts';
import { TaskKinds } from './task-kinds.tsx';
import { TaskRow } from './task-row.tsx';
import classes from './tasks.module.css';

/** Background tasks of the server, with their errors. */
export const TasksPage = () => {
  const { t } = useTranslation('tasks');
  const search = useSearch({ from: '/shell/settings-frame/settings/tasks' });
  const navigate = useNavigate({ from: '/settings/tasks' });
  const { data: stats } = useQuery(taskStatsQuery());
  const busy = stats !== undefined && stats.running + stats.pending > 0;
  const { status, type, page = 1 } = search;
  const query = useQuery(tasksQuery({ status, type, page }, busy));
  const { data } = query;
  const filtered = status !== undefined || type !== undefined;
  const show = (next: Partial<TaskView>) => void navigate({ search: next, replace: true });

  return (
    <SettingsBody section="tasks" wide>
      <TaskTiles
        stats={stats}
        status={status}
        onStatus={(next) => show({ ...search, status: next, page: 1 })}
      />
      <TaskKinds kinds={stats?.kinds ?? []} />
      <div className={classes.filters}>
        <Select
          aria-label={t('filter.type')}
          placeholder={t('filter.type')}
          clearable
          data={taskTypes.map((value) => ({
            value,
            label: `${t(`types.${value}`)} (${stats?.by_type[value] ?? 0})`,
          }))}
          value={type ?? null}
          onChange={(value) => show({ ...search, type: value ?? undefined, page: 1 })}
        />
        {filtered && (
          <Button variant="subtle" color="gray" onClick={() => show({})}>
            {t('clear')}
          </Button>
        )}
      </div>
      <RowsState query={query} rows={6} />
      {data?.total === 0 && (
        <EmptyState icon={<IconListCheck stroke={1.25} />} title={t(filtered ? 'noMatch' : 'none')}>
          {filtered ? undefined : t('noneText')}
        </EmptyState>
      )}
      {data !== undefined && data.total > 0 && (
        <ul className={settings.card} aria-label={t('list')}>
          {data.data.map((task) => (
            <TaskRow key={task.id} task={task} />
          ))}
        </ul>
      )}
      <Pager page={page} query={query} onPage={(next) => show({ ...search, page: next })} />
    </SettingsBody>
  );
};

interface TaskTilesProps {
  stats: TaskStats | undefined;
  /** Filter of the list below. */
  status: TaskStatus | undefined;
  onStatus: (status: TaskStatus | undefined) => void;
}

/** Number of tasks by state; a tile filters the list by its state, or clears the filter. */
const TaskTiles = ({ stats, status, onStatus }: TaskTilesProps) => {
  const { t } = useTranslation('tasks');
  const tiles = taskStatuses.map((name) => ({
    name,
    label: t(`status.${name}`),
    count: stats?.[name],
    isBad: name === 'failed',
  }));
  return <CountTiles label={t('stats')} tiles={tiles} chosen={status} onChoose={onStatus} />;
};
