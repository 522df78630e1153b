import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { searchBook, type BookSearch } from '../../../shared/api/epub.ts';
import { api, errorMessage } from '../api/client.ts';
import type { Locator } from '../books/locator.ts';
import { SidePanel } from '../reading-settings/side-panel.tsx';
import classes from './text-chrome.module.css';

interface FindPanelProps {
  bookId: string;
  words: string;
  onWords: (words: string) => void;
  onGo: (found: Locator) => void;
  onClose: () => void;
}

/** Milliseconds of rest before the server is asked. */
const rest = 250;

/** Finds words in the book; a search that nobody waits for is given up. */
export const FindPanel = ({ bookId, words, onWords, onGo, onClose }: FindPanelProps) => {
  const { t } = useTranslation('text');
  const q = useSettled(words.trim());
  const { data, error, isFetching } = useQuery({
    queryKey: ['text-reader', 'find', bookId, q],
    queryFn: ({ signal }) => api.call(searchBook, { params: { id: bookId }, query: { q }, signal }),
    enabled: q.length >= 2,
    staleTime: Infinity,
  });
  return (
    <SidePanel title={t('find.title')} onClose={onClose}>
      <form className={classes.find} role="search" onSubmit={(event) => event.preventDefault()}>
        <input
          // The panel appears because somebody wants to find something.
          autoFocus
          type="search"
          aria-label={t('find.label')}
          placeholder={t('find.label')}
          maxLength={100}
          value={words}
          onChange={({ target }) => onWords(target.value)}
        />
      </form>
      <p className={classes.hint} role="status">
        {error
          ? (errorMessage(error) ?? t('find.failed'))
          : isFetching
            ? t('find.searching')
            : q.length < 2
              ? t('find.hint')
              : data && summary(t, data)}
      </p>
      {data && <Results results={data.results} onGo={onGo} />}
    </SidePanel>
  );
};

const summary = (
  t: ReturnType<typeof useTranslation<'text'>>['t'],
  { results, is_complete }: BookSearch,
): string =>
  is_complete
    ? t('find.count', { count: results.length })
    : t('find.more', { count: results.length });

const Results = ({
  results,
  onGo,
}: {
  results: BookSearch['results'];
  onGo: (found: Locator) => void;
}) => {
  const { t } = useTranslation('text');
  return (
    <ul className={classes.list}>
      {results.map((found, index) => (
        <li key={index} className={classes.entry}>
          <button type="button" onClick={() => onGo(found)}>
            {found.text.before}
            <mark>{found.text.highlight}</mark>
            {found.text.after}
            <small>
              {[found.title, t('pageNumber', { page: found.locations.position })]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </button>
        </li>
      ))}
    </ul>
  );
};

/** The value once it has not changed for a moment. */
const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), rest);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};
