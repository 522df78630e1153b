import { Button, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { importKinds, importStates, type Import } from '../../../../shared/api/import-record.ts';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsState } from '../settings/rows-skeleton.tsx';
import settings from '../settings/settings-page.module.css';
import { TaskProgress } from '../tasks/task-progress.tsx';
import classes from './imports.module.css';
import { ImportLines } from './import-lines.tsx';
import { Invitations } from './invitations.tsx';
import { importQuery, isBusy, useDeleteImport, useRunImport, useUndoImport } from './queries.ts';

/** The report of an import: found records, their outcomes, and the next steps. */
export const ImportReport = ({ id, onGone }: { id: string; onGone: () => void }) => {
  const query = useQuery(importQuery(id));
  const { data } = query;
  return (
    <>
      <RowsState query={query} rows={4} />
      {data !== undefined && (
        <>
          <Steps given={data} onGone={onGone} />
          {data.counts.length > 0 && <Counts given={data} />}
          {!isBusy(data) && data.status === 'imported' && <Invitations id={id} />}
          {data.counts.length > 0 && <ImportLines given={data} />}
        </>
      )}
    </>
  );
};

const Steps = ({ given, onGone }: { given: Import; onGone: () => void }) => {
  const { t } = useTranslation('imports');
  const sentence = useTranslateServerMessage();
  const busy = isBusy(given);
  const [prefersSource, setPrefersSource] = useState(false);
  const run = useRunImport(given.id);
  const undo = useUndoImport(given.id);
  const remove = useDeleteImport();
  const canRun = given.counts.length > 0;
  // Also of an import that was interrupted, or made again after an undo.
  const canUndo = given.counts.some(({ imported }) => imported > 0);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <p className={settings.intro}>
        {t(`source.${given.source}`)} · {given.name} · {t(`status.${given.status}`)}
      </p>
      {given.error !== null && (
        <p role="alert" className={classes.error}>
          {sentence(given.error)}
        </p>
      )}
      {busy && <TaskProgress taskId={given.task_id} />}
      <div className={classes.tools}>
        <Switch
          label={t('preferSource')}
          description={t('preferSourceText')}
          checked={prefersSource}
          disabled={busy || !canRun}
          onChange={({ currentTarget }) => setPrefersSource(currentTarget.checked)}
        />
        <Button
          disabled={busy || !canRun}
          loading={run.isPending}
          onClick={() => run.mutate(prefersSource ? 'source' : 'newer', { onError: reportFailure })}
        >
          {t('import')}
        </Button>
        <Button
          variant="default"
          disabled={busy || !canUndo}
          loading={undo.isPending}
          onClick={() => undo.mutate(undefined, { onError: reportFailure })}
        >
          {t('undo')}
        </Button>
        <Button
          variant="subtle"
          color="danger"
          disabled={busy}
          loading={remove.isPending}
          onClick={() =>
            canUndo
              ? setAsking(true)
              : remove.mutate(given.id, { onSuccess: onGone, onError: reportFailure })
          }
        >
          {t('deleteReport')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('deleteTitle')}
          action={t('deleteReport')}
          change={remove}
          onConfirm={() => remove.mutate(given.id, { onSuccess: onGone })}
          onClose={() => setAsking(false)}
        >
          <p>{t('deleteText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
};

/** The number of lines by kind and state. */
const Counts = ({ given }: { given: Import }) => {
  const { t } = useTranslation('imports');
  const { number } = useLocale();
  const states = importStates.filter((state) =>
    given.counts.some((count) => count.state === state),
  );
  const kinds = importKinds.filter((kind) => given.counts.some((count) => count.kind === kind));
  const makesLibraries =
    given.imported_at === null &&
    given.counts.some(({ kind, state }) => kind === 'library' && state === 'new');
  return (
    <>
      {makesLibraries && <p className={classes.hint}>{t('newLibraries')}</p>}
      <div className={`${settings.card} ${classes.table}`}>
        <table className={classes.counts}>
          <thead>
            <tr>
              <th scope="col">{t('kinds')}</th>
              {states.map((state) => (
                <th key={state} scope="col">
                  {t(`state.${state}`)}
                </th>
              ))}
              <th scope="col">{t('imported')}</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map((kind) => {
              const own = given.counts.filter((count) => count.kind === kind);
              return (
                <tr key={kind}>
                  <th scope="row">{t(`kind.${kind}`)}</th>
                  {states.map((state) => (
                    <td key={state}>
                      {number(own.find((count) => count.state === state)?.count ?? 0)}
                    </td>
                  ))}
                  <td>{number(own.reduce((sum, count) => sum + count.imported, 0))}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
};
