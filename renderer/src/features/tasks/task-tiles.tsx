import { useTranslation } from 'react-i18next';

import { taskStatuses, type TaskStatus } from '../../../../shared/api/task-record.ts';
import type { TaskStats } from '../../../../shared/api/tasks.ts';
import { CountTiles } from '../../ui/lists/count-tiles.tsx';

interface TaskTilesProps {
  stats: TaskStats | undefined;
  /** Filter of the list below. */
  status: TaskStatus | undefined;
  onStatus: (status: TaskStatus | undefined) => void;
}

/** Number of tasks by state; a tile filters the list by its state, or clears the filter. */
export const TaskTiles = ({ stats, status, onStatus }: TaskTilesProps) => {
  const { t } = useTranslation('tasks');
  const tiles = taskStatuses.map((name) => ({
    name,
    label: t(`status.${name}`),
    count: stats?.[name],
    isBad: name === 'failed',
  }));
  return <CountTiles label={t('stats')} tiles={tiles} chosen={status} onChoose={onStatus} />;
};
