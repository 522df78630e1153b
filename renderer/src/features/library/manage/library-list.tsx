import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../../shared/api/libraries.ts';
import { useLocale } from '../../../ui/text/use-locale.ts';
import { LibraryIcon } from './library-icon.tsx';
import classes from './library-list.module.css';
import { LibraryMenuButton } from './library-menu-button.tsx';

/** Libraries with folder, size and menu; undefined while loading. */
export const LibraryList = ({ libraries }: { libraries: Library[] | undefined }) => {
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
      {libraries.map((library) => (
        <LibraryRow key={library.id} library={library} />
      ))}
    </ul>
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
          <span>{library.path}</span>
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
