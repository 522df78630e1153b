import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { Library } from '../../../../../shared/api/libraries.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { ListState } from '../grid/list-state.tsx';
import type { WindowedList } from '../grid/use-windowed-list.ts';
import { LibraryEmpty } from './library-empty.tsx';
import classes from './list-states.module.css';

interface RecordListProps {
  library: Library;
  list: Pick<WindowedList<unknown>, 'total' | 'error' | 'retry'>;
  /** Takes the filter away; null where there is none. */
  onClear: (() => void) | null;
  /** Beside the list. */
  rail: ReactNode;
  /** Renders the list once its length is known. */
  children: (total: number) => ReactNode;
}

/** Minimum list length for the alphabet index. */
const railFrom = 24;

/** A list of a library in all its states: loading, error, empty, filled. */
export const RecordList = ({ library, list, onClear, rail, children }: RecordListProps) => {
  const { t } = useTranslation(['browse', 'common']);
  if (list.total === null) return <ListState list={list} />;
  if (list.total === 0) return <LibraryEmpty library={library} onClear={onClear} />;
  return (
    <>
      {list.error !== null && (
        <Banner
          title={t('browse:partly')}
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
