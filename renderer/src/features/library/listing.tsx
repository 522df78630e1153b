import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../shared/api/libraries.ts';
import { Banner } from '../../ui/banner.tsx';
import { ErrorState } from '../../ui/state.tsx';
import { GridSkeleton } from './grid-skeleton.tsx';
import classes from './listing.module.css';
import { NothingHere } from './nothing-here.tsx';
import type { WindowedList } from './use-windowed-list.ts';

interface ListingProps {
  library: Library;
  list: Pick<WindowedList<unknown>, 'total' | 'error' | 'retry'>;
  /** Takes the filter away; null where there is none. */
  onClear: (() => void) | null;
  /** Beside the list. */
  rail: ReactNode;
  /** The list, once its length is known. */
  children: (total: number) => ReactNode;
}

/** A shorter list is seen at a glance: letters to jump to would only be in the way. */
const railFrom = 24;

/** A long list of a library in whatever state it is. */
export const Listing = ({ library, list, onClear, rail, children }: ListingProps) => {
  const { t } = useTranslation(['library', 'common']);
  if (list.total === null) {
    return list.error === null ? (
      <GridSkeleton />
    ) : (
      <ErrorState error={list.error} onRetry={list.retry} />
    );
  }
  if (list.total === 0) return <NothingHere library={library} onClear={onClear} />;
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
      <div className={classes.body} data-offline={!library.available || undefined}>
        <div className={classes.list}>{children(list.total)}</div>
        {list.total >= railFrom && rail}
      </div>
    </>
  );
};
