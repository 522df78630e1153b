import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { seriesCoverUrl } from '../../api/cover-urls.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { QueryState } from '../../ui/feedback/empty-state.tsx';
import type { DraftTarget } from './drafts.ts';
import option from '../../ui/cover/cover-option.module.css';
import classes from './target-dialog.module.css';
import { seriesListQuery } from './queries.ts';

interface TargetDialogProps {
  libraryId: string;
  /** Default: a question about the operation. */
  title?: string;
  /** The requested operation; null while closed. A merge needs an existing series. */
  asking: 'merge' | 'move' | null;
  onClose: () => void;
  onPick: (goal: DraftTarget) => void;
}

/** Chooses the target series. */
export const TargetDialog = ({ title, asking, onClose, ...rest }: TargetDialogProps) => {
  const { t } = useTranslation('organise');
  return (
    <Dialog
      title={title ?? t(asking === 'merge' ? 'target.mergeTitle' : 'target.moveTitle')}
      opened={asking !== null}
      onClose={onClose}
    >
      {asking !== null && <Choice asking={asking} {...rest} />}
    </Dialog>
  );
};

const Choice = ({
  libraryId,
  asking,
  onPick,
}: Omit<TargetDialogProps, 'onClose' | 'title'> & { asking: 'merge' | 'move' }) => {
  const { t } = useTranslation('organise');
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const query = useQuery(seriesListQuery(libraryId, text, 1));
  const { data } = query;
  return (
    <div className={classes.form}>
      {asking === 'move' && (
        <form
          className={classes.newSeries}
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') onPick({ newSeries: name.trim() });
          }}
        >
          <TextInput
            label={t('target.newName')}
            maxLength={255}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            leftSection={<IconPlus size={16} />}
            disabled={name.trim() === ''}
          >
            {t('target.make')}
          </Button>
        </form>
      )}
      <TextInput
        data-autofocus
        type="search"
        label={t('find')}
        leftSection={<IconSearch size={16} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <QueryState query={query} compact />
      {data?.total === 0 && <p>{t('noMatch')}</p>}
      <ul className={classes.targets}>
        {data?.data.map((series) => (
          <li key={series.id}>
            <button
              type="button"
              className={option.option}
              onClick={() => onPick({ series: { id: series.id, name: series.name } })}
            >
              <Cover src={seriesCoverUrl(series)} title="" />
              <span>
                <strong>{series.name}</strong>
                <span>{t('bookCount', { count: series.book_count })}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};
