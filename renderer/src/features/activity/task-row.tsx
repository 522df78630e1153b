import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Task } from '../../../../shared/api/task-record.ts';
import { cancelTask } from '../../../../shared/api/tasks.ts';
import { api } from '../../api/client.ts';
import { librariesQuery } from '../../api/queries.ts';
import { useCan } from '../../api/session-store.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import classes from './task-row.module.css';

/** A task with its progress or outcome. */
export const TaskRow = ({ task }: { task: Task }) => {
  const { t } = useTranslation(['activity', 'tasks']);
  const { ago } = useLocale();
  const sentence = useTranslateServerMessage();
  const mayCancel = useCan('tasks-write');
  const { data: libraries = [] } = useQuery(librariesQuery());
  const isOpen = task.status === 'pending' || task.status === 'running';
  const library = libraries.find(({ id }) => id === task.library_id)?.name;
  const name = t(`tasks:types.${task.task_type}`);
  const cancel = () =>
    void api.call(cancelTask, { params: { id: task.id } }).catch((error: unknown) => {
      reportFailure(error);
    });

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
      {!isOpen && (
        <span className={classes.when}>
          {t(`tasks:status.${task.status}`)}
          {task.completed_at !== null && <> · {ago(task.completed_at)}</>}
        </span>
      )}
      {isOpen && mayCancel && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('cancel', { name })}
          data-hint={t('cancel', { name })}
          onClick={cancel}
        >
          <IconX size={17} />
        </ActionIcon>
      )}
    </li>
  );
};

const TaskProgress = ({ task: { progress }, name }: { task: Task; name: string }) => {
  const { t } = useTranslation('activity');
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
