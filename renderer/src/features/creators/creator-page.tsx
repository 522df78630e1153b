import { Button, Select } from '@mantine/core';
import { IconBooks, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { FullCreator } from '../../../../shared/api/creators.ts';
import { useCan } from '../../api/session-store.ts';
import { EmptyState, QueryState } from '../../ui/feedback/empty-state.tsx';
import { NotFoundPage } from '../../ui/layout/not-found-page.tsx';
import { usePageTitle } from '../../ui/layout/page-title.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import tabs from '../../ui/layout/tabs.module.css';
import { useLocale } from '../../ui/text/use-locale.ts';
import { BookCard } from '../book/book-card.tsx';
import { GridSkeleton } from '../library/grid/grid-skeleton.tsx';
import { WindowedGrid } from '../library/grid/windowed-grid.tsx';
import { bookContext, seriesContext } from '../search/result-context.ts';
import { SeriesCard } from '../series/series-card.tsx';
import classes from './creators.module.css';
import { booksOfCreator, creatorQuery, seriesOfCreator } from './queries.ts';
import { RenameDialog } from './rename-dialog.tsx';
import { useRoleName } from './role-name.ts';

const route = getRouteApi('/shell/creator/$name');

/** A creator with the works in each role, from all libraries. */
export const CreatorPage = () => {
  const { t } = useTranslation('creators');
  const { name } = route.useParams();
  const query = useQuery(creatorQuery(name));
  const { data: creator } = query;
  usePageTitle(creator?.name ?? name, [{ label: t('title'), link: { to: '/creators' } }]);
  if (creator === null) return <NotFoundPage />;
  if (creator !== undefined) return <CreatorContent key={creator.id} creator={creator} />;
  return (
    <Page>
      <QueryState query={query} placeholder={<GridSkeleton />} />
    </Page>
  );
};

const CreatorContent = ({ creator }: { creator: FullCreator }) => {
  const { t } = useTranslation(['creators', 'common']);
  const roleName = useRoleName();
  const { view, role } = route.useSearch();
  const canRename = [useCan('series-write'), useCan('books-write')].every(Boolean);
  const [isRenaming, setRenaming] = useState(false);
  const credit = creator.credits.find((candidate) => candidate.role === role);
  const { series_count, book_count } = credit ?? creator;
  // Books of one series are best shown one by one, a larger work by its series.
  const kind = view ?? (series_count > 1 ? 'series' : 'books');
  const works = { id: creator.id, role: credit?.role };
  const noWorks = <EmptyState icon={<IconBooks stroke={1.25} />} title={t('noWorks')} />;
  return (
    <Page>
      <PageTitle
        aside={
          canRename && (
            <Button
              variant="default"
              leftSection={<IconPencil size={16} />}
              onClick={() => setRenaming(true)}
            >
              {t('rename.open')}
            </Button>
          )
        }
      >
        {creator.name}
      </PageTitle>
      <p className={classes.facts}>{creator.roles.map(roleName).join(' · ')}</p>
      <WorksHead
        creator={creator}
        kind={kind}
        counts={{ series: series_count, books: book_count }}
      />
      {kind === 'series' ? (
        <WindowedGrid
          key={`series ${role}`}
          label={t('series')}
          query={(page) => seriesOfCreator(works, page)}
          card={(series, _, tabIndex) => (
            <SeriesCard series={series} detail={seriesContext(series)} tabIndex={tabIndex} />
          )}
          empty={noWorks}
        />
      ) : (
        <WindowedGrid
          key={`books ${role}`}
          label={t('books')}
          query={(page) => booksOfCreator(works, page)}
          card={(book, _, tabIndex) => (
            <BookCard book={book} detail={bookContext(book)} tabIndex={tabIndex} />
          )}
          empty={noWorks}
        />
      )}
      {isRenaming && <RenameDialog creator={creator} onClose={() => setRenaming(false)} />}
    </Page>
  );
};

interface WorksHeadProps {
  creator: FullCreator;
  kind: 'series' | 'books';
  counts: Record<'series' | 'books', number>;
}

/** Series or books, and the role. */
const WorksHead = ({ creator, kind, counts }: WorksHeadProps) => {
  const { t } = useTranslation('creators');
  const roleName = useRoleName();
  const { number } = useLocale();
  const { role } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className={classes.head}>
      <nav className={tabs.tabs} aria-label={t('works')}>
        {(['series', 'books'] as const).map((view) => (
          <Link
            key={view}
            to="/creator/$name"
            params={{ name: creator.name }}
            search={{ view, role }}
            replace
            className={tabs.tab}
            aria-current={view === kind ? 'true' : undefined}
            activeProps={{}}
          >
            {t(view)} <span className={tabs.count}>{number(counts[view])}</span>
          </Link>
        ))}
      </nav>
      {creator.credits.length > 1 && (
        <Select
          aria-label={t('role')}
          className={classes.role}
          size="xs"
          data={[
            { value: '', label: t('allRoles') },
            ...creator.credits.map((item) => ({ value: item.role, label: roleName(item.role) })),
          ]}
          value={role ?? ''}
          allowDeselect={false}
          onChange={(next) =>
            void navigate({
              search: (known) => ({
                ...known,
                role: next === null || next === '' ? undefined : next,
              }),
              replace: true,
            })
          }
        />
      )}
    </div>
  );
};
