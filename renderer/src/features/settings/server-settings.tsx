import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { useCan } from '../../api/session-store.ts';
import { desktop } from '../../api/desktop.ts';
import { QueryState } from '../../ui/feedback/empty-state.tsx';
import { Section } from './section.tsx';
import { settingsShown, type serverSettingSections } from './server-setting-sections.ts';
import { ServerSettingRow } from './server-setting-row.tsx';
import { serverSettingsQuery } from './server-settings-queries.ts';
import classes from './settings-page.module.css';
import { RowsSkeleton } from './rows-skeleton.tsx';

interface ServerSettingsProps {
  section: keyof typeof serverSettingSections;
  /** Hides the section's title, because the page has the same one. */
  isWholePage?: boolean;
}

/** The server settings of a page, saved on change; administrators only. */
export const ServerSettings = ({ section, isWholePage = false }: ServerSettingsProps) => {
  const { t } = useTranslation('serverSettings');
  const allowed = useCan('system-admin');
  const query = useQuery({ ...serverSettingsQuery(), enabled: allowed });
  const { data } = query;
  const keys = settingsShown(section, desktop !== undefined);
  if (!allowed || keys.length === 0) return null;
  return (
    <Section title={t(`groups.${section}`)} isNameHidden={isWholePage}>
      <QueryState query={query} placeholder={<RowsSkeleton rows={keys.length} />} compact />
      {data !== undefined && (
        <div className={classes.card}>
          {keys.map((key) => {
            const setting = data.get(key);
            return setting && <ServerSettingRow key={key} name={key} setting={setting} />;
          })}
        </div>
      )}
    </Section>
  );
};
