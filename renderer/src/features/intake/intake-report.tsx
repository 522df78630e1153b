import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type Intake, intakeVerdicts } from '../../../../shared/api/intake.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsState } from '../settings/rows-skeleton.tsx';
import { TaskProgress } from '../tasks/task-progress.tsx';
import classes from './intake.module.css';
import { IntakeFiles } from './intake-files.tsx';
import { intakeQuery, isIntakeBusy, useIntake } from './intake-queries.ts';

/** The report of a folder: found files, their outcomes, and the next steps. */
export const IntakeReport = ({ id, onGone }: { id: string; onGone: () => void }) => {
  const query = useQuery(intakeQuery(id));
  const { data } = query;
  return (
    <>
      <RowsState query={query} rows={4} />
      {data !== undefined && (
        <>
          <Steps intake={data} onGone={onGone} />
          {data.counts.length > 0 && <IntakeFiles intake={data} />}
        </>
      )}
    </>
  );
};

const countOf = ({ counts }: Intake, wanted: (entry: Intake['counts'][number]) => boolean) =>
  counts.filter(wanted).reduce((sum, { count }) => sum + count, 0);

const Steps = ({ intake, onGone }: { intake: Intake; onGone: () => void }) => {
  const { t } = useTranslation('intake');
  const sentence = useTranslateServerMessage();
  const { date } = useLocale();
  const { take, undo, remove } = useIntake(intake.id);
  const [asking, setAsking] = useState<'take' | 'undo' | 'remove' | null>(null);
  const isBusy = isIntakeBusy(intake);
  const waiting = countOf(
    intake,
    ({ action, state }) => action !== 'skip' && ['planned', 'taking', 'failed'].includes(state),
  );
  const replacing = countOf(
    intake,
    ({ action, state }) => action === 'replace' && ['planned', 'taking', 'failed'].includes(state),
  );
  const added = countOf(intake, ({ state }) => state === 'taken');
  const close = () => setAsking(null);
  return (
    <>
      <p className={classes.lead}>
        {intake.path} · {t('into', { library: intake.library_name })} ·{' '}
        {t(`status.${intake.status}`)}
      </p>
      {intake.error !== null && (
        <p role="alert" className={classes.error}>
          {sentence(intake.error)}
        </p>
      )}
      {isBusy && <TaskProgress taskId={intake.task_id} />}
      {!isBusy && <Summary intake={intake} />}
      <div className={classes.tools}>
        <Button disabled={isBusy || waiting === 0} onClick={() => setAsking('take')}>
          {t('take', { count: waiting })}
        </Button>
        {added > 0 && (
          <Button variant="default" disabled={isBusy} onClick={() => setAsking('undo')}>
            {t('undoAll')}
          </Button>
        )}
        <Button
          variant="subtle"
          color="danger"
          disabled={isBusy}
          onClick={() =>
            added > 0 ? setAsking('remove') : remove.mutate(undefined, { onSuccess: onGone })
          }
        >
          {t('deleteReport')}
        </Button>
      </div>
      {asking === 'take' && (
        <ConfirmDialog
          title={t('take', { count: waiting })}
          action={t('takeIn')}
          change={take}
          onConfirm={() => take.mutate(undefined, { onSuccess: close })}
          onClose={close}
        >
          <p>{t(`askTake.${intake.method}`)}</p>
          {replacing > 0 && <p>{t('askReplace', { count: replacing })}</p>}
        </ConfirmDialog>
      )}
      {asking === 'undo' && (
        <ConfirmDialog
          title={t('undoAll')}
          action={t('undo')}
          change={undo}
          onConfirm={() => undo.mutate(undefined, { onSuccess: close })}
          onClose={close}
        >
          <p>{t(`askUndo.${intake.method}`)}</p>
          {intake.undoable_until !== null && (
            <p>{t('undoableUntil', { date: date(intake.undoable_until) })}</p>
          )}
        </ConfirmDialog>
      )}
      {asking === 'remove' && (
        <ConfirmDialog
          title={t('deleteReport')}
          action={t('deleteReport')}
          change={remove}
          onConfirm={() => remove.mutate(undefined, { onSuccess: onGone })}
          onClose={close}
        >
          <p>{t('askDelete')}</p>
        </ConfirmDialog>
      )}
    </>
  );
};

/** The number of files by verdict. */
const Summary = ({ intake }: { intake: Intake }) => {
  const { t } = useTranslation('intake');
  const { number } = useLocale();
  const found = intakeVerdicts
    .map((verdict) => ({ verdict, count: countOf(intake, (entry) => entry.verdict === verdict) }))
    .filter(({ count }) => count > 0);
  return (
    <p className={classes.summary}>
      {found.length === 0
        ? t('nothing')
        : found
            .map(({ verdict, count }) => `${number(count)} ${t(`verdict.${verdict}`)}`)
            .join(' · ')}
    </p>
  );
};
