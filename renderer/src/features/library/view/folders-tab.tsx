import { IconFolder, IconFolderOpen } from '@tabler/icons-react';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

import type { Folder } from '../../../../../shared/api/folders.ts';
import type { Library } from '../../../../../shared/api/libraries.ts';
import { useBookCover } from '../../../api/cover-versions.ts';
import { Cover } from '../../../ui/cover/cover.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { BookRow } from '../../book/book-row.tsx';
import { RowsSkeleton } from '../../settings/rows-skeleton.tsx';
import { useWindowedList } from '../grid/use-windowed-list.ts';
import { rowGeometry } from '../grid/grid-geometry.ts';
import { VirtualList } from '../grid/virtual-list.tsx';
import classes from './folders-tab.module.css';
import { LibraryEmpty } from './library-empty.tsx';
import headClasses from './library-head.module.css';
import { LibraryState, LibraryTitle } from './library-head.tsx';
import { folderBooksPage, foldersPage } from './library-query.ts';
import { LibraryTabs } from './library-tabs.tsx';

const route = getRouteApi('/shell/library/$libraryId');

/** The library by folders on disk: subfolders first, then the folder's books. */
export const FoldersTab = ({ library }: { library: Library }) => {
  const { folder = '' } = route.useSearch();
  return (
    <>
      <LibraryTitle library={library} />
      <div className={headClasses.bar}>
        <LibraryTabs library={library} view={{ kind: 'folders' }} />
      </div>
      <LibraryState library={library} />
      <FolderPath library={library} folder={folder} />
      <FolderContent key={folder} library={library} folder={folder} />
    </>
  );
};

interface InFolder {
  library: Library;
  folder: string;
}

const FolderContent = ({ library, folder }: InFolder) => {
  const { t } = useTranslation('browse');
  const folders = useWindowedList((page) => foldersPage(library.id, folder, page));
  const books = useWindowedList((page) => folderBooksPage(library.id, folder, page));
  const error = folders.error ?? books.error;
  if (folders.total === null || books.total === null) {
    if (error === null) return <RowsSkeleton rows={8} />;
    return (
      <ErrorState
        error={error}
        onRetry={() => {
          folders.retry();
          books.retry();
        }}
      />
    );
  }
  if (folders.total + books.total === 0) {
    return folder === '' ? (
      <LibraryEmpty library={library} onClear={null} />
    ) : (
      <EmptyState icon={<IconFolderOpen stroke={1.25} />} title={t('folder.empty')}>
        {t('folder.emptyText')}
      </EmptyState>
    );
  }
  // A single list, so that arrow keys move from folders to books.
  const { total } = folders;
  return (
    <VirtualList
      label={folder === '' ? library.name : folder}
      total={total + books.total}
      itemAt={(index) => (index < total ? folders.itemAt(index) : books.itemAt(index - total))}
      onShow={(first, last) => {
        if (first < total) folders.show(first, Math.min(last, total - 1));
        if (last >= total) books.show(Math.max(0, first - total), last - total);
      }}
      geometry={rowGeometry}
      skeleton={<span className={classes.blank} />}
      item={(item, _, tabIndex) =>
        'book_count' in item ? (
          <FolderRow library={library} folder={item} tabIndex={tabIndex} />
        ) : (
          <BookRow book={item} tabIndex={tabIndex} />
        )
      }
    />
  );
};

const FolderRow = ({
  library,
  folder,
  tabIndex,
}: {
  library: Library;
  folder: Folder;
  tabIndex: 0 | -1;
}) => {
  const { t } = useTranslation('browse');
  return (
    <Link
      to="/library/$libraryId"
      params={{ libraryId: library.id }}
      search={{ view: 'folders', folder: folder.path }}
      className={classes.folder}
      tabIndex={tabIndex}
    >
      <IconFolder size={24} stroke={1.5} aria-hidden />
      <span className={classes.cover}>
        <Cover src={useBookCover({ id: folder.cover_book_id })} title="" />
      </span>
      <span className={classes.name}>{folder.name}</span>
      <span className={classes.count}>{t('folder.books', { count: folder.book_count })}</span>
    </Link>
  );
};

/** Path within the library; each segment is a link. */
const FolderPath = ({ library, folder }: InFolder) => {
  const { t } = useTranslation('browse');
  const parts = folder === '' ? [] : folder.split('/');
  return (
    <nav className={classes.path} aria-label={t('folder.path')}>
      <Link
        to="/library/$libraryId"
        params={{ libraryId: library.id }}
        search={{ view: 'folders' }}
        aria-current={parts.length === 0 ? 'location' : undefined}
        activeProps={{}}
      >
        {t('folder.root')}
      </Link>
      {parts.map((name, index) => (
        <Link
          key={parts.slice(0, index + 1).join('/')}
          to="/library/$libraryId"
          params={{ libraryId: library.id }}
          search={{ view: 'folders', folder: parts.slice(0, index + 1).join('/') }}
          aria-current={index === parts.length - 1 ? 'location' : undefined}
          activeProps={{}}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
};
