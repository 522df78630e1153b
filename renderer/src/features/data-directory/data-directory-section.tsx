import { Button } from '@mantine/core';
import { IconAlertTriangle, IconFolders, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { DataDirectory } from '../../../../shared/api/data-directory.ts';
import { Banner } from '../../ui/feedback/banner.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsState } from '../settings/rows-skeleton.tsx';
import { Row, Section } from '../settings/section.tsx';
import { taskQuery } from '../tasks/queries.ts';
import settings from '../settings/settings-page.module.css';
import classes from './data-directory.module.css';
import { MoveDialog } from './move-dialog.tsx';
import {
  dataDirectoryQuery,
  useCancelMove,
  useDeletePrevious,
  useRestartForMove,
} from './queries.ts';

/** Data folder, and moving it. */
export const DataDirectorySection = () => {
  const { t } = useTranslation('settings');
  const { bytes } = useLocale();
  const [restarting, setRestarting] = useState(false);
  const [asking, setAsking] = useState<'move' | 'delete' | null>(null);
  const query = useQuery(dataDirectoryQuery(restarting));
  const { data } = query;
  const remove = useDeletePrevious();
  const waits = data !== undefined && data.next_path !== null;

  return (
    <Section title={t('data.title')}>
      <RowsState query={query} rows={1} compact />
      {data !== undefined && (
        <>
          <MoveState
            state={data}
            restarting={restarting && waits}
            onRestart={() => setRestarting(true)}
            onDelete={() => setAsking('delete')}
          />
          <div className={settings.card}>
            <Row
              label={data.path}
              text={
                data.free_bytes === null
                  ? bytes(data.size_bytes)
                  : t('data.room', { size: bytes(data.size_bytes), free: bytes(data.free_bytes) })
              }
            >
              {data.can_move && (
                <Button
                  variant="default"
                  disabled={data.task_id !== null || waits}
                  onClick={() => setAsking('move')}
                >
                  {t('data.move')}
                </Button>
              )}
            </Row>
          </div>
        </>
      )}
      {asking === 'move' && <MoveDialog onClose={() => setAsking(null)} />}
      {asking === 'delete' && (
        <ConfirmDialog
          title={t('data.deleteTitle')}
          action={t('data.delete')}
          change={remove}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => setAsking(null) })}
          onClose={() => setAsking(null)}
        >
          <p>{t('data.deleteText', { path: data?.previous_path ?? '' })}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
};

interface MoveStateProps {
  state: DataDirectory;
  restarting: boolean;
  onRestart: () => void;
  onDelete: () => void;
}

/** Progress of the move, or the remaining step. */
const MoveState = ({ state, restarting, onRestart, onDelete }: MoveStateProps) => {
  const { t } = useTranslation('settings');
  const restart = useRestartForMove();
  const sentence = useTranslateServerMessage();
  const begin = () =>
    restart.mutate(undefined, {
      onSuccess: (answer) => answer.restarting && onRestart(),
      onError: reportFailure,
    });
  if (restarting) {
    return (
      <Banner title={t('data.restarting')} icon={<IconRefresh size={20} />}>
        {t('data.restartingText')}
      </Banner>
    );
  }
  if (state.task_id !== null) return <Copying taskId={state.task_id} />;
  if (state.next_path !== null) {
    const onlyByHand = restart.data?.restarting === false;
    return (
      <Banner
        title={t('data.ready')}
        icon={<IconFolders size={20} />}
        action={
          <>
            <CallOff />
            {!onlyByHand && (
              <Button size="compact-md" loading={restart.isPending} onClick={begin}>
                {t('data.restart')}
              </Button>
            )}
          </>
        }
      >
        {t(onlyByHand ? 'data.byHand' : 'data.readyText', { path: state.next_path })}
      </Banner>
    );
  }
  return (
    <>
      {state.problem !== null && (
        <Banner title={t('data.failed')} icon={<IconAlertTriangle size={20} />}>
          {sentence(state.problem)}
        </Banner>
      )}
      {state.previous_path !== null && (
        <Banner
          title={t('data.moved')}
          icon={<IconFolders size={20} />}
          action={
            <Button size="compact-md" variant="default" onClick={onDelete}>
              {t('data.deleteOld')}
            </Button>
          }
        >
          {t('data.movedText', { path: state.previous_path })}
        </Banner>
      )}
    </>
  );
};

/** Unit of the task's progress. */
const megabyte = 1e6;

const Copying = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation('settings');
  const { bytes } = useLocale();
  const { data } = useQuery(taskQuery(taskId));
  const { current, total } = data?.progress ?? { current: 0, total: 0 };
  return (
    <Banner title={t('data.copying')} icon={<IconFolders size={20} />} action={<CallOff />}>
      {t('data.copied', { current: bytes(current * megabyte), total: bytes(total * megabyte) })}
      <progress
        className={classes.bar}
        aria-label={t('data.copying')}
        value={current}
        max={Math.max(total, 1)}
      />
    </Banner>
  );
};

const CallOff = () => {
  const { t } = useTranslation('settings');
  const cancel = useCancelMove();
  return (
    <Button
      size="compact-md"
      variant="default"
      loading={cancel.isPending}
      onClick={() => cancel.mutate(undefined, { onError: reportFailure })}
    >
      {t('data.callOff')}
    </Button>
  );
};
