import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { errorMessage } from '../../api/client.ts';
import { FoundCovers } from './found-covers.tsx';
import { foundQuery, type Found } from './queries.ts';
import classes from './smart-lists.module.css';

/** A filter is tried once nobody has changed it for this long (milliseconds). */
const pauseMs = 250;

/** How much the rules find as they stand now, and the first of it. */
export const LiveCount = (found: Found) => {
  const { t } = useTranslation(['smartLists', 'common']);
  const [settled] = useDebouncedValue(found, pauseMs);
  const { data, error } = useQuery(foundQuery(settled));
  return (
    <div className={classes.live} role="status">
      <strong>
        {error !== null
          ? (errorMessage(error) ?? t('common:error.unreachable'))
          : data === undefined
            ? t('counting')
            : t(`finds.${settled.target}`, { count: data.total })}
      </strong>
      {data !== undefined && <FoundCovers target={settled.target} ids={data.ids} />}
    </div>
  );
};
