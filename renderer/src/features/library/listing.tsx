import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../shared/api/libraries.ts';
import { usePreferences } from '../../app/preferences.ts';
import { Banner } from '../../ui/banner.tsx';
import { ErrorState } from '../../ui/state.tsx';
import type { Selectable } from '../selection/use-selectable.ts';
import { GridSkeleton } from './grid-skeleton.tsx';
import { NothingHere } from './nothing-here.tsx';
import type { WindowedList } from './use-windowed-list.ts';
import { VirtualGrid } from './virtual-grid.tsx';

interface ListingProps<T> {
  library: Library;
  list: WindowedList<T>;
  selectable: Selectable;
  card: (item: T, index: number, tabIndex: 0 | -1) => React.ReactNode;
}

/** A long list of a library in whatever state it is. */
export const Listing = <T,>({ library, list, selectable, card }: ListingProps<T>) => {
  const { t } = useTranslation(['library', 'common']);
  const density = usePreferences((preferences) => preferences.density);
  if (list.total === null) {
    return list.error === null ? (
      <GridSkeleton />
    ) : (
      <ErrorState error={list.error} onRetry={list.retry} />
    );
  }
  if (list.total === 0) return <NothingHere library={library} />;
  return (
    <>
      {list.error !== null && (
        <Banner
          title={t('partly')}
          action={
            <Button size="compact-sm" variant="default" onClick={list.retry}>
              {t('common:error.retry')}
            </Button>
          }
        />
      )}
      <VirtualGrid
        label={library.name}
        total={list.total}
        at={list.at}
        onShow={list.show}
        density={density}
        card={card}
        selectable={selectable}
      />
    </>
  );
};
