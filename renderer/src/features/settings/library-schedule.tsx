import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Cron } from 'croner';
import { useTranslation } from 'react-i18next';

import type { Library, UpdateLibrary } from '../../../../shared/api/libraries.ts';
import { keys } from '../../api/keys.ts';
import { useChange } from '../../api/use-change.ts';
import { updateLibraryNow } from '../library/mutations.ts';
import { useCan } from '../../api/session-store.ts';
import { offerUndo } from '../../ui/feedback/undo.ts';
import { FormError } from '../../ui/feedback/form-error.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { ScheduleChoice } from './schedule-choice.tsx';
import { serverSettingsQuery } from './server-settings-queries.ts';
import classes from './settings-page.module.css';

/** When a library is scanned: by schedule, on file changes, at start. */
export const LibrarySchedule = ({ library }: { library: Library }) => {
  const { t } = useTranslation(['settings', 'library', 'common']);
  const { scanning_config: config } = library;
  const change = useChange([keys.libraries], (changes: Partial<UpdateLibrary>) =>
    updateLibraryNow(library.id, changes),
  );
  const save = (changes: Partial<UpdateLibrary>, before: Partial<UpdateLibrary>) =>
    change.mutate(changes, {
      onSuccess: () =>
        offerUndo({
          text: t('schedules.saved', { name: library.name }),
          undo: () => change.mutateAsync(before),
        }),
    });
  const saveConfig = (changes: Partial<Library['scanning_config']>) =>
    save({ scanning_config: changes }, { scanning_config: config });

  return (
    <li className={classes.row}>
      <div>
        <strong>{library.name}</strong>
        <NextRun cron={config.enabled ? config.cron_schedule : null} />
        <FormError error={change.error} />
      </div>
      <div className={classes.fields}>
        <ScheduleChoice
          key={config.cron_schedule}
          name={library.name}
          cron={config.cron_schedule}
          onChange={(cron_schedule) => saveConfig({ cron_schedule })}
        />
        <Switch
          label={t('schedules.watch')}
          checked={library.watch}
          onChange={({ currentTarget }) =>
            save({ watch: currentTarget.checked }, { watch: library.watch })
          }
        />
        <Switch
          label={t('library:form.scanOnStart')}
          checked={config.scan_on_start}
          onChange={({ currentTarget }) => saveConfig({ scan_on_start: currentTarget.checked })}
        />
        <Switch
          label={t('schedules.enabled')}
          checked={config.enabled}
          onChange={({ currentTarget }) => saveConfig({ enabled: currentTarget.checked })}
        />
      </div>
    </li>
  );
};

const NextRun = ({ cron }: { cron: string | null }) => {
  const { t } = useTranslation('settings');
  const { locale } = useLocale();
  const canSeeSettings = useCan('system-admin');
  const { data } = useQuery({ ...serverSettingsQuery(), enabled: canSeeSettings });
  if (cron === null) return <p>{t('schedules.noNext')}</p>;
  const zone = data?.get('library.time_zone')?.value;
  const next = nextRun(cron, typeof zone === 'string' ? zone : '');
  if (next === null) return null;
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return <p>{t('schedules.next', { when: when.format(next) })}</p>;
};

/** Null if the expression has no next run or cannot be parsed here. */
const nextRun = (cron: string, zone: string): Date | null => {
  try {
    return new Cron(cron, zone === '' ? {} : { timezone: zone }).nextRun();
  } catch {
    return null;
  }
};
