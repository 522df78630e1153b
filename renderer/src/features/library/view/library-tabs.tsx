import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../../shared/api/libraries.ts';
import classes from '../../../ui/layout/tabs.module.css';
import { useLocale } from '../../../ui/text/use-locale.ts';
import type { LibraryView } from './library-view.ts';

interface OfLibrary {
  library: Library;
  view: LibraryView;
  /** Number of records that match the filter; null without a filter, or until it is known. */
  found?: number | null;
}

/** Tabs: series, books, or folders on disk. */
export const LibraryTabs = ({ library, view, found = null }: OfLibrary) => {
  const { t } = useTranslation('library');
  const { number } = useLocale();
  const count = (kind: LibraryView['kind'], total: number) =>
    found === null || kind !== view.kind ? number(total) : t('countOf', { found, total });
  return (
    <nav className={classes.tabs} aria-label={t('views')}>
      <Tab
        library={library}
        kind="series"
        count={count('series', library.series_count)}
        view={view}
      />
      <Tab library={library} kind="books" count={count('books', library.book_count)} view={view} />
      <Tab library={library} kind="folders" view={view} />
    </nav>
  );
};

const Tab = ({
  library,
  kind,
  count,
  view,
}: Omit<OfLibrary, 'found'> & { kind: LibraryView['kind']; count?: string }) => {
  const { t } = useTranslation('library');
  return (
    <Link
      to="/library/$libraryId"
      params={{ libraryId: library.id }}
      search={kind === 'series' ? {} : { view: kind }}
      replace
      className={classes.tab}
      aria-current={view.kind === kind ? 'true' : undefined}
      activeOptions={{ exact: true }}
      activeProps={{}}
    >
      {t(kind)} {count !== undefined && <span className={classes.count}>{count}</span>}
    </Link>
  );
};
