import type { FullSeries } from '../../../../shared/api/series-record.ts';
import { FilterSentence } from '../filters/filter-sentence.tsx';
import { FilterSheet } from '../filters/filter-sheet.tsx';
import type { SeriesView, SeriesViewChange } from './series-view.ts';

interface SeriesFilterProps {
  series: FullSeries;
  view: SeriesView;
  onChange: (change: SeriesViewChange) => void;
  isOpen: boolean;
  onClose: () => void;
}

/** The filter of the books of a series, and what it says in words. */
export const SeriesFilter = ({ series, view, onChange, isOpen, onClose }: SeriesFilterProps) => (
  <>
    {isOpen && (
      <FilterSheet
        kind="books"
        libraryId={series.library_id}
        seriesId={series.id}
        filter={view.filter}
        found={null}
        onChange={(filter) => onChange({ filter })}
        onClose={onClose}
      />
    )}
    <FilterSentence filter={view.filter} onChange={(filter) => onChange({ filter })} />
  </>
);
