import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import {
  type Intake,
  type IntakeAction,
  intakeActions,
  type IntakeFile,
  type IntakeVerdict,
  intakeVerdicts,
} from '../../../../shared/api/intake.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { TargetDialog } from '../organise/target-dialog.tsx';
import { RowsState } from '../settings/rows-skeleton.tsx';
import settings from '../settings/settings-page.module.css';
import classes from './intake.module.css';
import { IntakeFileEditor } from './intake-file-editor.tsx';
import { IntakeFileRow } from './intake-file-row.tsx';
import { type IntakeFilter, intakeFilesQuery, isIntakeBusy, useIntake } from './intake-queries.ts';

/** The files of a report, which can be filtered, chosen and changed. */
export const IntakeFiles = ({ intake }: { intake: Intake }) => {
  const { t } = useTranslation('intake');
  const [filter, setFilter] = useState<IntakeFilter>({ search: '', page: 1 });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<IntakeFile | null>(null);
  const query = useQuery(intakeFilesQuery(intake.id, filter, intake.status));
  const { undo, change } = useIntake(intake.id);
  const { data } = query;
  const isBusy = isIntakeBusy(intake);
  const narrow = (changes: Partial<IntakeFilter>) => {
    setChosen(new Set());
    setFilter((before) => ({ ...before, page: 1, ...changes }));
  };
  const present = intakeVerdicts.filter((verdict) =>
    intake.counts.some((entry) => entry.verdict === verdict),
  );
  const ids = data?.data.map(({ id }) => id) ?? [];
  const isAll = ids.length > 0 && ids.every((id) => chosen.has(id));
  return (
    <section className={settings.section} aria-label={t('files')}>
      <div className={classes.tools}>
        <Select<IntakeVerdict>
          aria-label={t('verdicts')}
          placeholder={t('allVerdicts')}
          clearable
          value={filter.verdict ?? null}
          data={present.map((value) => ({ value, label: t(`verdict.${value}`) }))}
          onChange={(value) => narrow({ verdict: value ?? undefined })}
        />
        <TextInput
          aria-label={t('search')}
          placeholder={t('search')}
          maxLength={255}
          value={filter.search}
          onChange={({ currentTarget }) => narrow({ search: currentTarget.value })}
        />
      </div>
      <RowsState query={query} rows={6} />
      {data?.data.length === 0 && <p className={classes.quiet}>{t('noFiles')}</p>}
      {data !== undefined && data.data.length > 0 && (
        <>
          <div className={classes.bulk}>
            <Checkbox
              label={chosen.size === 0 ? t('chooseAll') : t('chosen', { count: chosen.size })}
              checked={isAll}
              indeterminate={!isAll && chosen.size > 0}
              onChange={() => setChosen(new Set(isAll ? [] : ids))}
            />
            {chosen.size > 0 && !isBusy && (
              <BulkTools intake={intake} ids={[...chosen]} onDone={() => setChosen(new Set())} />
            )}
          </div>
          <ul className={`${settings.card} ${classes.list}`}>
            {data.data.map((file) => (
              <IntakeFileRow
                key={file.id}
                file={file}
                isBusy={isBusy}
                isChosen={chosen.has(file.id)}
                onChoose={(isIn) =>
                  setChosen((before) => {
                    const next = new Set(before);
                    if (isIn) next.add(file.id);
                    else next.delete(file.id);
                    return next;
                  })
                }
                onAction={(action) => change.mutate({ file_ids: [file.id], action })}
                onEdit={() => setEditing(file)}
                onUndo={() => undo.mutate([file.id])}
              />
            ))}
          </ul>
        </>
      )}
      <Pager
        page={filter.page}
        query={query}
        onPage={(page) => {
          setChosen(new Set());
          setFilter((before) => ({ ...before, page }));
        }}
      />
      {editing !== null && (
        <IntakeFileEditor intake={intake} file={editing} onClose={() => setEditing(null)} />
      )}
    </section>
  );
};

/** Changes of all chosen files. */
const BulkTools = ({
  intake,
  ids,
  onDone,
}: {
  intake: Intake;
  ids: string[];
  onDone: () => void;
}) => {
  const { t } = useTranslation('intake');
  const { change } = useIntake(intake.id);
  const [isPicking, setPicking] = useState(false);
  return (
    <>
      <Select<IntakeAction>
        aria-label={t('actionOfChosen')}
        placeholder={t('actionOfChosen')}
        value={null}
        data={intakeActions.map((value) => ({ value, label: t(`action.${value}`) }))}
        onChange={(action) =>
          action !== null && change.mutate({ file_ids: ids, action }, { onSuccess: onDone })
        }
      />
      <Button variant="default" loading={change.isPending} onClick={() => setPicking(true)}>
        {t('chooseSeries')}
      </Button>
      <TargetDialog
        title={t('whichSeries')}
        libraryId={intake.library_id}
        asking={isPicking ? 'move' : null}
        onClose={() => setPicking(false)}
        onPick={(goal) => {
          setPicking(false);
          change.mutate(
            'series' in goal
              ? { file_ids: ids, series_id: goal.series.id }
              : { file_ids: ids, series_name: goal.newSeries, action: 'add' },
            { onSuccess: onDone },
          );
        }}
      />
    </>
  );
};
