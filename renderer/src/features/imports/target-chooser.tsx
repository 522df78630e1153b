import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { filterBooks } from '../../../../shared/api/books.ts';
import type { ImportLine } from '../../../../shared/api/import-record.ts';
import { filterSeries } from '../../../../shared/api/series.ts';
import { api, bookThumbnailUrl, seriesThumbnailUrl } from '../../api/client.ts';
import { Cover } from '../../ui/cover/cover.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { QueryState } from '../../ui/feedback/empty-state.tsx';
import option from '../../ui/cover/cover-option.module.css';
import classes from './target-chooser.module.css';

/** Debounce of the search, ms. */
const pauseMs = 200;
/** Maximum results; typing more narrows them. */
const pageSize = 20;

type Kind = 'series' | 'book';

interface Found {
  id: string;
  name: string;
  /** Distinguishes results with the same name. */
  detail: string;
  cover: string;
}

const find = async (kind: Kind, search: string, signal: AbortSignal): Promise<Found[]> => {
  const request = { body: { fullTextSearch: search }, query: { pageSize }, signal };
  if (kind === 'series') {
    const { data } = await api.call(filterSeries, request);
    return data.map(({ id, name, library_name }) => ({
      id,
      name,
      detail: library_name,
      cover: seriesThumbnailUrl(id),
    }));
  }
  const { data } = await api.call(filterBooks, request);
  return data.map(({ id, title, path }) => ({
    id,
    name: title,
    detail: path,
    cover: bookThumbnailUrl(id),
  }));
};

interface TargetChooserProps {
  line: ImportLine & { kind: Kind };
  /** Null: the line has no counterpart here. */
  onChoose: (id: string | null) => void;
}

/** Opens a dialog that matches a line of the report to a series or book of the libraries here. */
export const TargetChooser = ({ line, onChoose }: TargetChooserProps) => {
  const { t } = useTranslation('imports');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const choose = (id: string | null) => {
    close();
    onChoose(id);
  };
  return (
    <>
      <Button size="compact-md" variant="default" onClick={() => setOpen(true)}>
        {t(`choose.${line.kind}`)}
      </Button>
      <Dialog title={t(`choose.${line.kind}`)} opened={isOpen} onClose={close}>
        {isOpen && <Search line={line} onChoose={choose} />}
        <DialogActions onCancel={close}>
          {line.target !== null && (
            <Button variant="default" onClick={() => choose(null)}>
              {t('choose.none')}
            </Button>
          )}
        </DialogActions>
      </Dialog>
    </>
  );
};

const Search = ({ line, onChoose }: TargetChooserProps) => {
  const { t } = useTranslation('imports');
  const [text, setText] = useState(line.title);
  const [search] = useDebouncedValue(text.trim(), pauseMs);
  const query = useQuery({
    queryKey: ['imports', 'targets', line.kind, search],
    queryFn: ({ signal }) => find(line.kind, search, signal),
    placeholderData: (previous) => previous,
  });
  return (
    <>
      <p className={classes.source}>{line.detail ?? line.title}</p>
      <TextInput
        data-autofocus
        type="search"
        label={t('choose.search')}
        leftSection={<IconSearch size={16} />}
        maxLength={255}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <QueryState query={query} compact />
      {query.data?.length === 0 && <p className={classes.source}>{t('choose.nothing')}</p>}
      <ul className={classes.found}>
        {query.data?.map(({ id, name, detail, cover }) => (
          <li key={id}>
            <button type="button" className={option.option} onClick={() => onChoose(id)}>
              <Cover src={cover} title="" />
              <span>
                <strong>{name}</strong>
                <span>{detail}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
};
