import { Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { taskQuery, useCancelTask } from './queries.ts';
import classes from './task-progress.module.css';

/** How far a task is, and a button that cancels it. */
export const TaskProgress = ({ taskId }: { taskId: string | null }) => {
  const { t } = useTranslation(['tasks', 'common']);
  const { data: task } = useQuery(taskQuery(taskId));
  const cancel = useCancelTask();
  const { current = 0, total = 0, message = '' } = task?.progress ?? {};
  return (
    <div className={classes.task} role="status">
      <p>{total === 0 ? t('starting') : t('progressOf', { current, total, name: message })}</p>
      <Progress
        className={classes.bar}
        aria-label={t('progress')}
        value={total === 0 ? 100 : (100 * current) / total}
        animated={total === 0}
      />
      {taskId !== null && (
        <Button
          size="compact-md"
          variant="default"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(taskId)}
        >
          {t('common:cancel')}
        </Button>
      )}
    </div>
  );
};
