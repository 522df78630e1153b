import { useDisclosure } from '@mantine/hooks';
import { IconFolderOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../../shared/api/libraries.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { PageTitle } from '../../../ui/layout/page.tsx';
import { FilterSheet } from '../../filters/filter-sheet.tsx';
import { FilterSentence } from '../../filters/filter-sentence.tsx';
import { withoutIncomplete, countTests, type FilterGroup } from '../../filters/filter-tree.ts';
import { ScanBanner } from '../../scans/scan-banner.tsx';
import { SelectionBar } from '../../selection/selection-bar.tsx';
import { useSelection } from '../../selection/selection-store.ts';
import type { Selectable } from '../../selection/use-selectable.ts';
import { SaveFilter } from '../../smart-lists/save-filter.tsx';
import { LibraryMenuButton } from '../manage/library-menu-button.tsx';
import { isAllLibraries, libraryIdOf } from './all-libraries.ts';
import { DensitySlider } from './density-slider.tsx';
import classes from './library-head.module.css';
import { LibraryTabs } from './library-tabs.tsx';
import { type RecordsView, useLayout } from './library-view.ts';
import { ListTools } from './list-tools.tsx';
import { SortMenu } from './sort-menu.tsx';

interface LibraryHeadProps {
  library: Library;
  view: RecordsView;
  selectable: Selectable;
  /** Number of records in the list; null until it is known. */
  total: number | null;
  filter: FilterGroup;
  onFilter: (filter: FilterGroup) => void;
  /** Opens any record of the list. */
  onRandom: () => void;
}

/**
 * Header of a library list: tabs, filter, layout, card size and sort order; all but the card size
 * are kept in the URL. While records are selected, the selection actions replace the tools.
 */
export const LibraryHead = (props: LibraryHeadProps) => {
  const { library, view, selectable, total, filter, onFilter } = props;
  const isChoosing = useSelection((selection) => selection.isChoosing);
  const [isFiltering, { toggle }] = useDisclosure(false);
  return (
    <>
      <LibraryTitle library={library} />
      {isChoosing ? (
        <SelectionBar selectable={selectable} total={total ?? 0} />
      ) : (
        <Tools {...props} isFiltering={isFiltering} onToggle={toggle} />
      )}
      {isFiltering && !isChoosing ? (
        <FilterSheet
          kind={view.kind}
          libraryId={libraryIdOf(library)}
          filter={filter}
          found={total}
          onChange={onFilter}
          onClose={toggle}
        />
      ) : null}
      <FilterSentence filter={filter} onChange={onFilter}>
        <SaveFilter
          libraryId={libraryIdOf(library)}
          target={view.kind}
          filter={filter}
          sort={{ field: view.sort, direction: view.direction }}
        />
      </FilterSentence>
      <LibraryState library={library} />
    </>
  );
};

export const LibraryTitle = ({ library }: { library: Library }) => (
  <PageTitle aside={isAllLibraries(library) ? undefined : <LibraryMenuButton library={library} />}>
    {library.name}
  </PageTitle>
);

/** Status: folder offline or scan in progress. */
export const LibraryState = ({ library }: { library: Library }) => {
  const { t } = useTranslation('browse');
  return (
    <>
      {!library.available && (
        <Banner icon={<IconFolderOff />} title={t('unavailable.title')}>
          {t('unavailable.text', { path: library.path || library.name })}
        </Banner>
      )}
      <ScanBanner libraryId={libraryIdOf(library)} />
    </>
  );
};

interface ToolsProps extends LibraryHeadProps {
  isFiltering: boolean;
  onToggle: () => void;
}

const Tools = (props: ToolsProps) => {
  const { library, view, selectable, total, filter, onRandom, isFiltering, onToggle } = props;
  const [layout, chooseLayout] = useLayout();
  const count = countTests(withoutIncomplete(filter));
  return (
    <div className={classes.bar}>
      <LibraryTabs library={library} view={view} found={count === 0 ? null : total} />
      <div className={classes.tools}>
        {layout === 'grid' && <DensitySlider />}
        <ListTools
          kind={selectable.kind}
          layout={layout}
          onLayout={chooseLayout}
          filter={filter}
          isFiltering={isFiltering}
          onToggleFilter={onToggle}
        />
        <SortMenu library={library} view={view} onRandom={onRandom} />
      </div>
    </div>
  );
};
