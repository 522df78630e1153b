import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { EntryBook, ImportedEntry } from '../../../../shared/api/read-lists.ts';
import { useBookCover } from '../../api/cover-versions.ts';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { Cover } from '../../ui/cover/cover.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { foundBooksPage } from '../search/queries.ts';
import classes from './cbl-import.module.css';

interface ChooseBookProps {
  entry: ImportedEntry;
  chosenId: string | null;
  onChoose: (book: EntryBook) => void;
}

/** Maximum number of search results. */
const offered = 12;

/** Candidates for a line, or search results. */
export const ChooseBook = ({ entry, chosenId, onChoose }: ChooseBookProps) => {
  const { t } = useTranslation('cblImport');
  const [typed, setTyped] = useState(entry.books.length > 0 ? '' : entry.series);
  const [text] = useDebouncedValue(typed.trim(), 200);
  const { data, error, refetch } = useQuery({
    ...foundBooksPage(text, { page: 1, pageSize: offered }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
  const books: readonly EntryBook[] | undefined = text === '' ? entry.books : data?.data;
  return (
    <div className={classes.choose}>
      <SearchField
        label={t('search')}
        autoComplete="off"
        autoFocus
        maxLength={255}
        value={typed}
        onChange={setTyped}
      />
      {text !== '' && error !== null && data === undefined && (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      )}
      {books?.length === 0 && <p>{t(text === '' ? 'searchFirst' : 'notFound')}</p>}
      {books !== undefined && books.length > 0 && (
        <ul className={classes.books}>
          {books.map((book) => (
            <li key={book.id}>
              <button
                type="button"
                className={classes.book}
                aria-pressed={book.id === chosenId}
                onClick={() => onChoose(book)}
              >
                <BookMark id={book.id} />
                <span>
                  <span>{book.title}</span>
                  <small>
                    {book.number === null
                      ? book.series_name
                      : t('entry', { series: book.series_name, number: String(book.number) })}
                  </small>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

const BookMark = (book: { id: string }) => (
  <span className={classes.cover}>
    <Cover src={useBookCover(book)} title="" />
  </span>
);
