import { useTranslation } from 'react-i18next';

import type { TaskStats } from '../../../../shared/api/tasks.ts';
import { taskStatuses, type TaskStatus } from '../../../../shared/api/task-record.ts';
import { CountTiles } from '../../ui/count-tiles.tsx';

interface TaskTilesProps {
  stats: TaskStats | undefined;
  /** The state that the list below is limited to. */
  status: TaskStatus | undefined;
  onStatus: (status: TaskStatus | undefined) => void;
}

/** How many tasks are in each state; a tile limits the list to its state and back. */
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
