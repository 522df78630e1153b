import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../../shared/api/libraries.ts';
import { useCan } from '../../../api/session-store.ts';
import { useAnnounced } from '../../../ui/feedback/announce.ts';
import classes from '../../../ui/layout/tabs.module.css';
import { useLocale } from '../../../ui/text/use-locale.ts';
import { isAllLibraries } from './all-libraries.ts';
import { useRememberView, type LibraryView } from './library-view.ts';

interface OfLibrary {
  library: Library;
  view: LibraryView;
  /** Number of records that match the filter; null without a filter, or until it is known. */
  found?: number | null;
}

/** Tabs: series, books, or folders on disk. */
export const LibraryTabs = ({ library, view, found = null }: OfLibrary) => {
  const { t } = useTranslation(['library', 'browse']);
  const { number } = useLocale();
  const canRead = useCan('progress-read');
  const count = (kind: LibraryView['kind'], total: number) =>
    found === null || kind !== view.kind ? number(total) : t('countOf', { found, total });
  const counts = { series: library.series_count, books: library.book_count };
  const { kind } = view;
  const isCounted = found !== null && (kind === 'series' || kind === 'books');
  useAnnounced(isCounted ? `${t(kind)}: ${count(kind, counts[kind])}` : undefined);
  return (
    <nav className={classes.tabs} aria-label={t('browse:views')}>
      <Tab
        library={library}
        kind="series"
        count={count('series', library.series_count)}
        view={view}
      />
      <Tab library={library} kind="books" count={count('books', library.book_count)} view={view} />
      {!isAllLibraries(library) && <Tab library={library} kind="folders" view={view} />}
      {canRead && <Tab library={library} kind="reading" view={view} />}
    </nav>
  );
};

const Tab = ({
  library,
  kind,
  count,
  view,
}: Omit<OfLibrary, 'found'> & { kind: LibraryView['kind']; count?: string }) => {
  const { t } = useTranslation(['library', 'browse']);
  const remember = useRememberView(library.id);
  return (
    <Link
      to="/library/$libraryId"
      params={{ libraryId: library.id }}
      search={{ view: kind }}
      replace
      onClick={() => remember(kind)}
      className={classes.tab}
      aria-current={view.kind === kind ? 'true' : undefined}
      activeOptions={{ exact: true }}
      activeProps={{}}
    >
      {t(kind === 'reading' ? 'browse:reading' : kind)}{' '}
      {count !== undefined && <span className={classes.count}>{count}</span>}
    </Link>
  );
};
