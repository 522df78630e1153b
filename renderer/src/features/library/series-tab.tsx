import type { Library } from '../../../../shared/api/libraries.ts';
import { SelectMark } from '../selection/select-mark.tsx';
import { useSelectable } from '../selection/use-selectable.ts';
import { SeriesCard } from '../series/series-card.tsx';
import { LibraryHead } from './library-head.tsx';
import { seriesIds, seriesPage } from './library-query.ts';
import type { LibraryView } from './library-view.ts';
import { Listing } from './listing.tsx';
import { useWindowedList } from './use-windowed-list.ts';

interface SeriesTabProps {
  library: Library;
  view: LibraryView & { kind: 'series' };
}

/** The series of a library. */
export const SeriesTab = ({ library, view }: SeriesTabProps) => {
  const { sort, direction } = view;
  const query = { libraryId: library.id, sort, direction, condition: null };
  const list = useWindowedList((page) => seriesPage(query, page));
  const selectable = useSelectable({
    kind: 'series',
    key: JSON.stringify(query),
    at: list.at,
    loadIds: () => seriesIds(query),
  });
  return (
    <>
      <LibraryHead library={library} view={view} selectable={selectable} total={list.total ?? 0} />
      <Listing
        library={library}
        list={list}
        selectable={selectable}
        card={(series, index, tabIndex) => (
          <>
            <SeriesCard series={series} tabIndex={tabIndex} />
            <SelectMark selectable={selectable} id={series.id} index={index} name={series.name} />
          </>
        )}
      />
    </>
  );
};
