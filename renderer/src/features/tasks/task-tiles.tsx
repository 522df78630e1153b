import { useTranslation } from 'react-i18next';

import type { TaskStats } from '../../../../shared/api/tasks.ts';
import { taskStatuses, type TaskStatus } from '../../../../shared/api/task-record.ts';
import { useLocale } from '../../ui/use-locale.ts';
import classes from './tasks.module.css';

interface TaskTilesProps {
  stats: TaskStats | undefined;
  /** The state that the list below is limited to. */
  status: TaskStatus | undefined;
  onStatus: (status: TaskStatus | undefined) => void;
}

/** How many tasks are in each state; a tile limits the list to its state and back. */
export const TaskTiles = ({ stats, status, onStatus }: TaskTilesProps) => {
  const { t } = useTranslation('tasks');
  const { number } = useLocale();
  return (
    <div className={classes.tiles} role="group" aria-label={t('stats')}>
      {taskStatuses.map((name) => (
        <button
          key={name}
          type="button"
          className={classes.tile}
          data-bad={(name === 'failed' && (stats?.failed ?? 0) > 0) || undefined}
          aria-pressed={status === name}
          onClick={() => onStatus(status === name ? undefined : name)}
        >
          <strong>{stats === undefined ? '–' : number(stats[name])}</strong>
          <span>{t(`status.${name}`)}</span>
        </button>
      ))}
    </div>
  );
};
