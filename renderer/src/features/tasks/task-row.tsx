import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Task } from '../../../../shared/api/task-record.ts';
import { librariesQuery } from '../../api/queries.ts';
import { useCan } from '../../api/session-store.ts';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { useCancelTask } from './queries.ts';
import classes from './task-row.module.css';

/** A task: type, library, progress and outcome. */
export const TaskRow = ({ task }: { task: Task }) => {
  const { t } = useTranslation('tasks');
  const { ago, duration } = useLocale();
  const sentence = useTranslateServerMessage();
  const canCancel = useCan('tasks-write');
  const { data: libraries = [] } = useQuery(librariesQuery());
  const isOpen = task.status === 'pending' || task.status === 'running';
  const library = libraries.find(({ id }) => id === task.library_id)?.name;
  const name = t(`types.${task.task_type}`);
  const cancel = useCancelTask();
  const { status, started_at: started, completed_at: completed } = task;
  const elapsed =
    started === null || completed === null ? 0 : Date.parse(completed) - Date.parse(started);
  const took = elapsed >= 1000 && t('took', { time: duration(elapsed) });

  return (
    <li className={classes.row} data-status={task.status}>
      <div className={classes.text}>
        <strong>{library === undefined ? name : `${name} · ${library}`}</strong>
        {task.error !== null && <p className={classes.error}>{sentence(task.error)}</p>}
        {task.status === 'running' && <TaskProgress task={task} name={name} />}
        {task.status === 'completed' && task.progress.message !== '' && (
          <p className={classes.outcome}>{sentence(task.progress.message)}</p>
        )}
      </div>
      {status !== 'running' && (
        <span className={classes.when}>
          {[t(`status.${status}`), ago(completed ?? task.created_at), took]
            .filter(Boolean)
            .join(' · ')}
        </span>
      )}
      {isOpen && canCancel && (
        <ActionIcon
          aria-label={t('cancel', { name })}
          data-hint={t('cancel', { name })}
          loading={cancel.isPending}
          onClick={() => cancel.mutate(task.id)}
        >
          <IconX size={17} />
        </ActionIcon>
      )}
    </li>
  );
};

const TaskProgress = ({ task: { progress }, name }: { task: Task; name: string }) => {
  const { t } = useTranslation('tasks');
  const { number } = useLocale();
  const { current, total, message } = progress;
  if (total === 0) return message === '' ? null : <p className={classes.note}>{message}</p>;
  return (
    <>
      <progress className={classes.bar} max={total} value={current} aria-label={name} />
      <p className={classes.note}>
        {t('left', { left: number(total - current), total: number(total) })}
        {message !== '' && <> · {message}</>}
      </p>
    </>
  );
};
