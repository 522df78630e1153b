import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import {
  importKinds,
  importStates,
  type Import,
  type ImportLine,
} from '../../../../shared/api/import-record.ts';
import { reportFailure } from '../../ui/feedback/notify.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { RowsState } from '../settings/rows-skeleton.tsx';
import settings from '../settings/settings-page.module.css';
import { FolderButton } from '../setup/folder-button.tsx';
import classes from './imports.module.css';
import { TargetChooser } from './target-chooser.tsx';
import { allUsersQuery } from '../people/queries.ts';
import { isBusy, linesQuery, useUpdateLine, type LineFilter } from './queries.ts';

/** The lines of a report, which can be filtered and changed. */
export const ImportLines = ({ given }: { given: Import }) => {
  const { t } = useTranslation('imports');
  const [filter, setFilter] = useState<LineFilter>({ search: '', page: 1 });
  const query = useQuery(linesQuery(given, filter));
  const { data } = query;
  const change = (changes: Partial<LineFilter>) =>
    setFilter((before) => ({ ...before, page: 1, ...changes }));
  return (
    <section className={settings.section} aria-label={t('lines')}>
      <div className={classes.tools}>
        <Select
          aria-label={t('kinds')}
          placeholder={t('allKinds')}
          clearable
          value={filter.kind ?? null}
          data={importKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          onChange={(value) => change({ kind: importKinds.find((kind) => kind === value) })}
        />
        <Select
          aria-label={t('states')}
          placeholder={t('allStates')}
          clearable
          value={filter.state ?? null}
          data={importStates.map((value) => ({ value, label: t(`state.${value}`) }))}
          onChange={(value) => change({ state: importStates.find((state) => state === value) })}
        />
        <TextInput
          aria-label={t('search')}
          placeholder={t('search')}
          maxLength={255}
          value={filter.search}
          onChange={({ currentTarget }) => change({ search: currentTarget.value })}
        />
      </div>
      <RowsState query={query} rows={6} />
      {data !== undefined && data.data.length === 0 && (
        <p className={classes.quiet}>{t('noLines')}</p>
      )}
      {data !== undefined && data.data.length > 0 && (
        <ul className={`${settings.card} ${classes.list}`}>
          {data.data.map((line) => (
            <LineRow key={line.id} id={given.id} line={line} busy={isBusy(given)} />
          ))}
        </ul>
      )}
      <Pager
        page={filter.page}
        query={query}
        onPage={(page) => setFilter((before) => ({ ...before, page }))}
      />
    </section>
  );
};

interface LineProps {
  id: string;
  line: ImportLine;
  busy: boolean;
}

const LineRow = ({ id, line, busy }: LineProps) => {
  const { t } = useTranslation('imports');
  const update = useUpdateLine(id);
  const isSkipped = line.choice === 'skip';
  const choose = (choice: ImportLine['choice']) =>
    update.mutate({ line: line.id, choice }, { onError: reportFailure });
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        <strong>{line.title}</strong>
        <p>
          {t(`kind.${line.kind}`)} · {t(`state.${line.state}`)}
          {line.basis !== null && ` · ${t(`basis.${line.basis}`)}`}
          {line.is_imported && ` · ${t('imported')}`}
        </p>
        {line.detail !== null && <p>{line.detail}</p>}
        {line.target !== null && <p>{t('here', { name: line.target.name })}</p>}
      </div>
      <div className={classes.choices}>
        <Target id={id} line={line} busy={busy} />
        {line.state === 'conflict' && line.choice === null && (
          <Button
            size="compact-md"
            variant="default"
            disabled={busy}
            onClick={() => choose('import')}
          >
            {t('overwrite')}
          </Button>
        )}
        <Button
          size="compact-md"
          variant={isSkipped ? 'filled' : 'default'}
          aria-pressed={isSkipped}
          disabled={busy}
          onClick={() => choose(isSkipped ? null : 'skip')}
        >
          {isSkipped ? t('skipped') : t('skip')}
        </Button>
      </div>
    </li>
  );
};

/** The target of a line: a folder, a person, a series or a book. */
const Target = ({ id, line, busy }: LineProps) => {
  const { t } = useTranslation('imports');
  const update = useUpdateLine(id);
  const { data: people } = useQuery({ ...allUsersQuery(), enabled: line.kind === 'person' });
  const choose = (target: string | null) =>
    update.mutate({ line: line.id, target }, { onError: reportFailure });
  if (busy) return null;
  if (line.kind === 'library') {
    return <FolderButton size="compact-md" label={t('chooseFolder')} onPick={choose} />;
  }
  const { kind } = line;
  if (kind === 'series' || kind === 'book') {
    return <TargetChooser line={{ ...line, kind }} onChoose={choose} />;
  }
  if (kind !== 'person') return null;
  return (
    <Select
      aria-label={t('personHere')}
      size="xs"
      placeholder={t('newPerson')}
      clearable
      value={line.target?.id ?? null}
      data={(people ?? []).map((person) => ({ value: person.id, label: person.username }))}
      onChange={choose}
    />
  );
};
