import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { BookSearch } from '../../../../shared/api/epub.ts';
import { errorMessage } from '../../api/client.ts';
import { SidePanel } from '../settings/side-panel.tsx';
import { BarButton } from './bar-button.tsx';
import classes from './shell.module.css';

type SearchResult = BookSearch['results'][number];

export interface SearchResults<P extends SearchResult> {
  /** False if the search stopped at its limit. */
  is_complete: boolean;
  results: P[];
}

interface FindPanelProps<P extends SearchResult> {
  /** Query key of the search, apart from the words. */
  searchKey: readonly unknown[];
  /** The server that would search is lost. */
  isLost?: boolean;
  search: (words: string, signal: AbortSignal) => Promise<SearchResults<P>>;
  words: string;
  onWords: (words: string) => void;
  /** Called when a hit is chosen. */
  onGo: (result: P, all: readonly P[]) => void;
  onClose: () => void;
  /** Rendered below the field. */
  options?: ReactNode;
}

/** Debounce of the search (ms). */
const debounceMs = 250;

/** Search panel of a book; outdated searches are cancelled. */
export const FindPanel = <P extends SearchResult>(props: FindPanelProps<P>) => {
  const { searchKey, isLost = false, search, words, onWords, onGo, onClose, options } = props;
  const { t } = useTranslation('text');
  const q = useSettled(words.trim());
  const { data, error, isFetching } = useQuery({
    queryKey: ['text-reader', 'find', q, ...searchKey],
    queryFn: ({ signal }) => search(q, signal),
    enabled: q.length >= 2 && !isLost,
    staleTime: Infinity,
    retry: false,
  });
  const results = data?.results ?? [];
  const [current, setCurrent] = useState<number | null>(null);
  const [searched, setSearched] = useState(data);
  if (searched !== data) {
    setSearched(data);
    setCurrent(null);
  }
  const go = (index: number) => {
    const result = results[index];
    if (!result) return;
    setCurrent(index);
    onGo(result, results);
  };
  const step = (change: 1 | -1) => {
    if (results.length === 0) return;
    go(
      current === null
        ? change > 0
          ? 0
          : results.length - 1
        : (current + change + results.length) % results.length,
    );
  };
  return (
    <SidePanel title={t('find.title')} onClose={onClose}>
      <form
        className={classes.find}
        role="search"
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          step(event.shiftKey ? -1 : 1);
        }}
      >
        <input
          // The user opened the panel to search.
          autoFocus
          type="search"
          aria-label={t('find.label')}
          placeholder={t('find.label')}
          maxLength={100}
          value={words}
          onChange={({ target }) => onWords(target.value)}
        />
        <BarButton
          label={t('find.previous')}
          icon={IconChevronUp}
          isDisabled={results.length === 0}
          onClick={() => step(-1)}
        />
        <BarButton
          label={t('find.next')}
          icon={IconChevronDown}
          isDisabled={results.length === 0}
          onClick={() => step(1)}
        />
      </form>
      {options}
      <p className={classes.hint} role="status">
        {isLost && data === undefined
          ? t('error.unreachable')
          : error
            ? (errorMessage(error) ?? t('find.failed'))
            : isFetching
              ? t('find.searching')
              : q.length < 2
                ? t('find.hint')
                : data && summary(t, data, current)}
      </p>
      <Results results={results} current={current} onGo={go} />
    </SidePanel>
  );
};

const summary = (
  t: ReturnType<typeof useTranslation<'text'>>['t'],
  { results, is_complete }: SearchResults<SearchResult>,
  current: number | null,
): string => {
  const count = results.length;
  if (current !== null) return t('find.at', { at: current + 1, count });
  return is_complete ? t('find.count', { count }) : t('find.more', { count });
};

interface ResultsProps {
  results: readonly SearchResult[];
  current: number | null;
  onGo: (index: number) => void;
}

const Results = ({ results, current, onGo }: ResultsProps) => {
  const { t } = useTranslation('text');
  return (
    <ul className={classes.list}>
      {results.map((found, index) => (
        <li key={index} className={classes.entry} data-here={index === current || undefined}>
          <button
            type="button"
            aria-current={index === current ? 'location' : undefined}
            onClick={() => onGo(index)}
          >
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

/** The debounced value. */
const useSettled = (value: string): string => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
};
