import { Button, Progress } from '@mantine/core';
import { IconFileCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { bookThumbnailUrl } from '../../api/client.ts';
import { useChange } from '../../api/use-change.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { useTranslateServerMessage } from '../../ui/feedback/translate-server-message.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { RowsState } from '../settings/rows-skeleton.tsx';
import layout from '../../ui/layout/report-page.module.css';
import classes from './file-plans.module.css';
import { plannedFilesQuery } from './queries.ts';
import type { FilePlan, FilePlanKind, PlannedFile } from './types.ts';

interface FilePlanProps<Plan extends FilePlan, File extends PlannedFile> {
  kind: FilePlanKind<Plan, File>;
  plan: Plan;
}

/** States by which files are filtered; files in progress count as pending. */
const settledStates = <File extends PlannedFile>({
  done,
}: Pick<FilePlanKind<FilePlan, File>, 'done'>) =>
  ['planned', done, 'failed', 'skipped', 'undone'] as File['state'][];

/** The texts of a kind of plan, and the names of the states of its files. */
const useKindTexts = ({
  name,
  done,
}: Pick<FilePlanKind<FilePlan, PlannedFile>, 'name' | 'done'>) => {
  const { t } = useTranslation(['filePlans', 'conversions', 'metadataWrites']);
  const stateName = (state: string) => {
    if (state === done) return t(`${name}:done`);
    if (state === 'planned') return t(`${name}:planned`);
    return t(`filePlans:state.${state as 'pending'}`);
  };
  return { t, stateName };
};

/** A plan with its files and actions. */
export const FilePlanPanel = <Plan extends FilePlan, File extends PlannedFile>({
  kind,
  plan,
  onDiscarded,
}: FilePlanProps<Plan, File> & { onDiscarded: () => void }) => {
  const { name, Summary } = kind;
  const { t } = useKindTexts(kind);
  const { date } = useLocale();
  const [isAsking, setAsking] = useState(false);
  const keys = [[name], ...kind.affected];
  const apply = useChange(keys, () => kind.apply(plan.id));
  const undo = useChange(
    keys,
    (fileIds: string[] | undefined) => kind.undo(plan.id, fileIds),
    reportFailure,
  );
  const discard = useChange(
    [[name]],
    async () => {
      await kind.discard(plan.id);
      onDiscarded();
    },
    reportFailure,
  );
  const { planned = 0, pending = 0, [kind.done]: done = 0 } = plan.files;
  const total = Object.values(plan.files).reduce((sum, count) => sum + count, 0);
  if (plan.task_id !== null) {
    return (
      <div className={classes.progress} role="status">
        <p>{planned + done === 0 ? t(`${name}:comparing`) : t('filePlans:working')}</p>
        <Progress value={total === 0 ? 0 : (100 * (total - pending)) / total} animated />
      </div>
    );
  }
  if (total === 0) {
    return (
      <EmptyState icon={<IconFileCheck stroke={1.25} />} title={t(`${name}:nothing`)}>
        {t(`${name}:nothingText`)}
      </EmptyState>
    );
  }
  return (
    <>
      {Summary && <Summary plan={plan} />}
      <div className={classes.bar}>
        {planned > 0 && (
          <Button onClick={() => setAsking(true)}>{t(`${name}:apply`, { count: planned })}</Button>
        )}
        {done > 0 ? (
          <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate(undefined)}>
            {t('filePlans:undoAll')}
          </Button>
        ) : (
          <Button
            variant="subtle"
            loading={discard.isPending}
            onClick={() => discard.mutate(undefined)}
          >
            {t('filePlans:discard')}
          </Button>
        )}
      </div>
      <Files kind={kind} plan={plan} onUndo={(id) => undo.mutate([id])} />
      {isAsking && (
        <ConfirmDialog
          title={t(`${name}:ask.title`, { count: planned })}
          action={t(`${name}:apply`, { count: planned })}
          change={apply}
          onConfirm={() => apply.mutate(undefined, { onSuccess: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        >
          <p>{t(`${name}:ask.text`, { date: date(plan.undoable_until) })}</p>
        </ConfirmDialog>
      )}
    </>
  );
};

const Files = <Plan extends FilePlan, File extends PlannedFile>({
  kind,
  plan,
  onUndo,
}: FilePlanProps<Plan, File> & { onUndo: (id: string) => void }) => {
  const { t, stateName } = useKindTexts(kind);
  const { number } = useLocale();
  const [state, setState] = useState<File['state'] | undefined>();
  const [page, setPage] = useState(1);
  const files = useQuery(plannedFilesQuery(kind, plan, state, page));
  const present = settledStates<File>(kind).flatMap((name) => {
    const count = plan.files[name] ?? 0;
    return count > 0 ? [{ state: name, count }] : [];
  });
  return (
    <>
      {present.length > 1 && (
        <div className={classes.tabs} role="group" aria-label={t('filePlans:states')}>
          {[{ state: undefined, count: 0 }, ...present].map((tab) => (
            <Button
              key={tab.state ?? 'all'}
              size="compact-md"
              variant={tab.state === state ? 'light' : 'default'}
              aria-pressed={tab.state === state}
              onClick={() => {
                setState(tab.state);
                setPage(1);
              }}
            >
              {tab.state ? `${stateName(tab.state)} ${number(tab.count)}` : t('filePlans:all')}
            </Button>
          ))}
        </div>
      )}
      <RowsState query={files} rows={6} />
      {files.data !== undefined && files.data.data.length > 0 && (
        <ul className={layout.card} aria-label={t('filePlans:files')}>
          {files.data.data.map((file) => (
            <FileRow key={file.id} kind={kind} file={file} onUndo={() => onUndo(file.id)} />
          ))}
        </ul>
      )}
      <Pager page={page} query={files} onPage={setPage} />
    </>
  );
};

/** A file with its changes, or the reason why it stays unchanged. */
const FileRow = <Plan extends FilePlan, File extends PlannedFile>({
  kind,
  file,
  onUndo,
}: {
  kind: FilePlanKind<Plan, File>;
  file: File;
  onUndo: () => void;
}) => {
  const { t, stateName } = useKindTexts(kind);
  const sentence = useTranslateServerMessage();
  const { book_id, title, reason } = file;
  const state = settledStates<File>(kind).includes(file.state) ? file.state : 'pending';
  return (
    <li className={classes.file}>
      <Cover src={bookThumbnailUrl(book_id)} title="" />
      <div className={classes.told}>
        <h2>
          <span className={classes.mark} data-state={state}>
            {stateName(state)}
          </span>
          <Link data-alone to="/book/$bookId" params={{ bookId: book_id }}>
            {title}
          </Link>
        </h2>
        <kind.Changes file={file} />
        {reason !== null && <p className={classes.reason}>{sentence(reason)}</p>}
      </div>
      {state === kind.done && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={t(`${kind.name}:undoOf`, { name: title })}
          onClick={onUndo}
        >
          {t('filePlans:undo')}
        </Button>
      )}
    </li>
  );
};
