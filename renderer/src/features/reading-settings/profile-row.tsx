import { IconAdjustmentsHorizontal, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';

import { librariesQuery, seriesQuery } from '../../api/queries.ts';
import type { ReadingProfile } from '../../readers/settings/choices.ts';
import type { ProfileUses } from '../../readers/settings/profile-uses.ts';
import { ItemRow, RowAction } from '../../ui/lists/item-row.tsx';
import classes from './reading-settings.module.css';

interface ProfileRowProps {
  profile: ReadingProfile;
  uses: ProfileUses;
  onRename: () => void;
  onDelete: () => void;
}

/** Maximum number of series listed by name; the rest are counted. */
const maxNamed = 5;

/** A profile: how many settings it contains, and where it is used. */
export const ProfileRow = ({ profile, uses, onRename, onDelete }: ProfileRowProps) => {
  const { t } = useTranslation('profiles');
  const { name } = profile;
  return (
    <ItemRow
      mark={<IconAdjustmentsHorizontal size={22} stroke={1.5} />}
      title={name}
      details={[
        t('settings', { count: Object.keys(profile.values).length }),
        <Uses key="uses" uses={uses} />,
      ]}
      actions={
        <>
          <RowAction
            label={t('renameOf', { name })}
            icon={<IconPencil size={18} stroke={1.6} />}
            onClick={onRename}
          />
          <RowAction
            label={t('deleteOf', { name })}
            icon={<IconTrash size={18} stroke={1.6} />}
            onClick={onDelete}
          />
        </>
      }
    />
  );
};

const Uses = ({ uses }: { uses: ProfileUses }) => {
  const { t } = useTranslation('profiles');
  const { data: libraries = [] } = useQuery(librariesQuery());
  const found = useQueries({
    queries: uses.series.slice(-maxNamed).map((id) => ({ ...seriesQuery(id), retry: false })),
  });
  // Skip libraries and series that were deleted or are not visible to this user.
  const taking = libraries.filter(({ id }) => uses.libraries.includes(id));
  const series = found.flatMap(({ data }) => data ?? []);
  const more = Math.max(0, uses.series.length - maxNamed);
  const targets = [
    ...taking.map(({ id, name }) => (
      <Link key={id} className={classes.link} to="/library/$libraryId" params={{ libraryId: id }}>
        {name}
      </Link>
    )),
    ...series.map(({ id, name }) => (
      <Link key={id} className={classes.link} to="/series/$seriesId" params={{ seriesId: id }}>
        {name}
      </Link>
    )),
    ...(more > 0 ? [t('moreSeries', { count: more })] : []),
    ...(uses.books.length > 0 ? [t('books', { count: uses.books.length })] : []),
    ...(uses.device ? [t('thisDevice')] : []),
  ];
  if (targets.length === 0) return t('unused');
  return (
    <>
      {t('usedBy')}{' '}
      {targets.map((target, index) => (
        <Fragment key={index}>
          {index > 0 && ', '}
          {target}
        </Fragment>
      ))}
    </>
  );
};
