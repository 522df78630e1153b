import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Task } from '../../../../shared/api/task-record.ts';
import { librariesQuery } from '../../api/queries.ts';
import { useCan } from '../../api/session-store.ts';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { useCancelTask } from './queries.ts';
import classes from './tasks.module.css';

/** A task: type, subject, progress and outcome. */
export const TaskRow = ({ task }: { task: Task }) => {
  const { t } = useTranslation(['tasks', 'common']);
  const { ago, duration } = useLocale();
  const sentence = useTranslateServerMessage();
  const { data: libraries } = useQuery(librariesQuery());
  const mayCancel = useCan('tasks-write');
  const cancel = useCancelTask();
  const { status, progress, started_at: started, completed_at: completed } = task;
  const library = libraries?.find(({ id }) => id === task.library_id)?.name;
  const name = t(`types.${task.task_type}`);
  const open = status === 'pending' || status === 'running';
  const took =
    started === null || completed === null
      ? null
      : duration(Date.parse(completed) - Date.parse(started));

  return (
    <li className={classes.task}>
      <span className={classes.dot} data-status={status} aria-hidden />
      <div className={classes.about}>
        <strong>{[name, library].filter(Boolean).join(' – ')}</strong>
        <p>
          {[
            t(`status.${status}`),
            ago(task.created_at),
            took !== null && t('took', { time: took }),
            status !== 'completed' && progress.message,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {status === 'running' && progress.total > 0 && (
          <p className={classes.progress}>
            <progress value={progress.current} max={progress.total} aria-label={name} />
            {t('progress', progress)}
          </p>
        )}
        {status === 'completed' && progress.message !== '' && <p>{sentence(progress.message)}</p>}
        {task.error !== null && <p className={classes.error}>{sentence(task.error)}</p>}
      </div>
      {open && mayCancel && (
        <Button
          size="compact-md"
          variant="default"
          aria-label={t('cancelOf', { name })}
          loading={cancel.isPending}
          onClick={() => cancel.mutate(task.id)}
        >
          {t('cancel')}
        </Button>
      )}
    </li>
  );
};
