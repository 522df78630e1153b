import { Skeleton } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../../shared/api/libraries.ts';
import { useLocale } from '../../../ui/text/use-locale.ts';
import { allLibraries, allLibrariesId } from '../view/all-libraries.ts';
import { LibraryIcon } from './library-icon.tsx';
import classes from './library-list.module.css';
import { LibraryMenuButton } from './library-menu-button.tsx';

interface LibraryListProps {
  /** Undefined while loading. */
  libraries: Library[] | undefined;
  /** Begins with all libraries as one. */
  withAll?: boolean;
}

/** Libraries with folder, size and menu. */
export const LibraryList = ({ libraries, withAll = false }: LibraryListProps) => {
  if (libraries === undefined) {
    return (
      <ul className={classes.list}>
        {[1, 2, 3].map((key) => (
          <li key={key} className={classes.row}>
            <Skeleton height={38} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul className={classes.list}>
      {withAll && libraries.length > 1 && <AllRow libraries={libraries} />}
      {libraries.map((library) => (
        <LibraryRow key={library.id} library={library} />
      ))}
    </ul>
  );
};

const AllRow = ({ libraries }: { libraries: Library[] }) => {
  const { t } = useTranslation(['common', 'library']);
  const all = allLibraries(libraries, t('libraries.all'));
  return (
    all && (
      <li className={classes.row}>
        <Link
          to="/library/$libraryId"
          params={{ libraryId: allLibrariesId }}
          className={classes.link}
        >
          <IconBooks aria-hidden />
          <span className={classes.text}>
            <strong>{all.name}</strong>
            <span>
              {t('library:seriesCount', { count: all.series_count })} ·{' '}
              {t('count.books', { count: all.book_count })}
            </span>
          </span>
        </Link>
      </li>
    )
  );
};

const LibraryRow = ({ library }: { library: Library }) => {
  const { t } = useTranslation(['common', 'library', 'browse']);
  const { bytes, ago } = useLocale();
  return (
    <li className={classes.row}>
      <Link
        to="/library/$libraryId"
        params={{ libraryId: library.id }}
        className={classes.link}
        data-muted={!library.available || undefined}
      >
        <LibraryIcon library={library} />
        <span className={classes.text}>
          <strong>{library.name}</strong>
          {library.path !== '' && <span>{library.path}</span>}
          {!library.available && (
            <span className={classes.away}>{t('browse:unavailable.short')}</span>
          )}
          <span>
            {t('library:seriesCount', { count: library.series_count })} ·{' '}
            {t('count.books', { count: library.book_count })} · {bytes(library.file_size)}
            {library.last_scanned_at !== null && (
              <> · {t('library:scanned', { when: ago(library.last_scanned_at) })}</>
            )}
          </span>
        </span>
      </Link>
      <LibraryMenuButton library={library} />
    </li>
  );
};
