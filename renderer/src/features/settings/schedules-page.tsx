import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { librariesQuery } from '../../api/queries.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { LibrarySchedule } from './library-schedule.tsx';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { Section } from './section.tsx';
import { ServerSettings } from './server-settings.tsx';
import { SettingsBody } from './settings-body.tsx';
import classes from './settings-page.module.css';

/** Scan schedules of all libraries. */
export const SchedulesPage = () => {
  const { t } = useTranslation('settings');
  const { data, error, refetch } = useQuery(librariesQuery());
  return (
    <SettingsBody place="schedules">
      <Section title={t('schedules.scans')}>
        {data === undefined && error === null && <RowsSkeleton rows={3} />}
        {data === undefined && error !== null && (
          <ErrorState compact error={error} onRetry={() => void refetch()} />
        )}
        {data?.length === 0 && <p className={classes.none}>{t('noLibraries')}</p>}
        {data !== undefined && data.length > 0 && (
          <ul className={classes.card}>
            {data.map((library) => (
              <LibrarySchedule key={library.id} library={library} />
            ))}
          </ul>
        )}
      </Section>
      <ServerSettings place="schedules" />
    </SettingsBody>
  );
};
