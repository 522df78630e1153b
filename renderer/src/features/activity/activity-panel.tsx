import { Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { cloneElement, useCallback, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';

import { isOver } from '../../api/scan-state.ts';
import { useCan } from '../../api/session-store.ts';
import { ButtonLink } from '../../ui/layout/links.tsx';
import { useCloseOnBack } from '../../ui/layout/use-close-on-back.ts';
import { useOnLeave } from '../../ui/layout/use-on-leave.ts';
import classes from '../scans/activity.module.css';
import { ScanRow } from '../scans/scan-row.tsx';
import { useScans } from '../scans/use-scans.ts';
import { TaskRow } from '../tasks/task-row.tsx';
import { currentTasksQuery, useLiveTasks } from './queries.ts';

interface ActivityPanelProps {
  button: ReactElement<{ onClick?: () => void }>;
}

/** Popover with running tasks and recent scans; initially open. */
export const ActivityPanel = ({ button }: ActivityPanelProps) => {
  const { t } = useTranslation('scans');
  const [isOpen, setOpen] = useState(true);
  const close = useCallback(() => setOpen(false), []);
  useOnLeave(close);
  useCloseOnBack(isOpen, close);
  return (
    <Popover width={360} position="bottom-end" opened={isOpen} onChange={setOpen} trapFocus>
      <Popover.Target>{cloneElement(button, { onClick: () => setOpen(!isOpen) })}</Popover.Target>
      <Popover.Dropdown className={classes.panel} aria-label={t('activity')}>
        <Contents onLeave={close} />
      </Popover.Dropdown>
    </Popover>
  );
};

const Contents = ({ onLeave }: { onLeave: () => void }) => {
  const { t } = useTranslation(['scans', 'activity']);
  const scans = useScans();
  const canSeeTasks = useCan('tasks-read');
  const running = scans.filter((scan) => !isOver(scan));
  const finished = scans.filter((scan) => isOver(scan) && scan.status !== 'idle');
  return (
    <>
      {running.length > 0 && (
        <section aria-label={t('running')}>
          <h2 className={classes.heading}>{t('running')}</h2>
          {running.map((scan) => (
            <ScanRow key={scan.library_id} scan={scan} />
          ))}
        </section>
      )}
      {canSeeTasks && <OtherTasks />}
      {finished.length > 0 && (
        <section aria-label={t('last')}>
          <h2 className={classes.heading}>{t('last')}</h2>
          {finished.map((scan) => (
            <ScanRow key={scan.library_id} scan={scan} />
          ))}
        </section>
      )}
      {running.length + finished.length === 0 && <p className={classes.quiet}>{t('quiet')}</p>}
      {canSeeTasks && (
        <div className={classes.foot}>
          <ButtonLink to="/activity" variant="subtle" size="compact-sm" onClick={onLeave}>
            {t('activity:all')}
          </ButtonLink>
        </div>
      )}
    </>
  );
};

/** Background tasks except scans, which have their own rows. */
const OtherTasks = () => {
  const { t } = useTranslation('activity');
  useLiveTasks();
  const { data: running } = useQuery(currentTasksQuery('running'));
  const { data: waiting } = useQuery(currentTasksQuery('pending'));
  const tasks = running?.data.filter(({ task_type }) => task_type !== 'scan_library') ?? [];
  const queued = waiting?.total ?? 0;
  if (tasks.length + queued === 0) return null;
  return (
    <section aria-label={t('background')}>
      <h2 className={classes.heading}>{t('background')}</h2>
      <ul>
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
      {queued > 0 && <p className={classes.quiet}>{t('queuedCount', { count: queued })}</p>}
    </section>
  );
};
