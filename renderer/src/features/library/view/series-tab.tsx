import { Link } from '@tanstack/react-router';

import type { Library } from '../../../../../shared/api/libraries.ts';
import type { Series } from '../../../../../shared/api/series-record.ts';
import { useSeriesCover } from '../../../api/cover-versions.ts';
import { Cover } from '../../../ui/cover/cover.tsx';
import { toCondition } from '../../filters/filter-tree.ts';
import { SeriesCard } from '../../series/series-card.tsx';
import { SeriesRow } from '../../series/series-row.tsx';
import { useSeriesColumns } from '../table/columns.tsx';
import { seriesIds, seriesLetters, seriesPage, type SeriesField } from './library-query.ts';
import { useFilter, type LibraryView } from './library-view.ts';
import { RecordsTab, type Records } from './records-tab.tsx';

interface SeriesTabProps {
  library: Library;
  view: LibraryView & { kind: 'series' };
}

export const SeriesTab = ({ library, view }: SeriesTabProps) => {
  const [filter, setFilter] = useFilter('series');
  const condition = toCondition<SeriesField>(filter);
  const { sort, direction } = view;
  const query = { libraryId: library.id, sort, direction, condition };
  const records: Records<Series> = {
    key: JSON.stringify(query),
    page: (page) => seriesPage(query, page),
    ids: () => seriesIds(query),
    letters: seriesLetters(query),
    columns: useSeriesColumns(),
    nameSort: 'name',
    nameOf: ({ name }) => name,
    isRead: ({ read_status: status }) => status === 'read',
    cover: ({ id }) => <SmallCover id={id} />,
    link: ({ id, name }, tabIndex) => (
      <Link to="/series/$seriesId" params={{ seriesId: id }} tabIndex={tabIndex}>
        {name}
      </Link>
    ),
    row: (series, tabIndex) => <SeriesRow series={series} tabIndex={tabIndex} />,
    card: (series, tabIndex) => <SeriesCard series={series} tabIndex={tabIndex} />,
  };
  return (
    <RecordsTab
      {...{ library, view, filter, records }}
      onFilter={setFilter}
      isFiltered={condition !== null}
    />
  );
};

const SmallCover = ({ id }: { id: string }) => (
  <span>
    <Cover src={useSeriesCover(id)} title="" />
  </span>
);
