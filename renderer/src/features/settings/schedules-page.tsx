import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { librariesQuery } from '../../api/queries.ts';
import { ManualLibraries } from './manual-libraries.tsx';
import { LibrarySchedule } from './library-schedule.tsx';
import { RowsState } from './rows-skeleton.tsx';
import { Section } from './section.tsx';
import { ServerSettings } from './server-settings.tsx';
import { SettingsBody } from './settings-body.tsx';
import classes from './settings-page.module.css';

/** Scan schedules of all libraries. */
export const SchedulesPage = () => {
  const { t } = useTranslation('settings');
  const query = useQuery(librariesQuery());
  const { data } = query;
  return (
    <SettingsBody section="schedules">
      <Section title={t('schedules.scans')}>
        <RowsState query={query} rows={3} compact />
        {data?.length === 0 && <p className={classes.none}>{t('noLibraries')}</p>}
        {data !== undefined && <ManualLibraries libraries={data} />}
        {data !== undefined && data.length > 0 && (
          <ul className={classes.card}>
            {data.map((library) => (
              <LibrarySchedule key={library.id} library={library} />
            ))}
          </ul>
        )}
        <p className={classes.note}>{t('schedules.remoteText')}</p>
      </Section>
      <ServerSettings section="schedules" />
    </SettingsBody>
  );
};
