import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { errorText } from '../../ui/feedback/error-text.ts';
import { FoundCovers } from './found-covers.tsx';
import { foundQuery, type UnsavedFilter } from './queries.ts';
import classes from './smart-lists.module.css';

/** Debounce of the preview (ms). */
const pauseMs = 250;

/** Preview of the current rules: number of results and first covers. */
export const LiveCount = (found: UnsavedFilter) => {
  const { t } = useTranslation(['smartLists', 'common']);
  const [settled] = useDebouncedValue(found, pauseMs);
  const { data, error } = useQuery(foundQuery(settled));
  return (
    <div className={classes.live} role="status">
      <strong>
        {error !== null
          ? (errorText(error) ?? t('common:error.unreachable'))
          : data === undefined
            ? t('counting')
            : t(`finds.${settled.target}`, { count: data.total })}
      </strong>
      {data !== undefined && <FoundCovers target={settled.target} ids={data.ids} />}
    </div>
  );
};
