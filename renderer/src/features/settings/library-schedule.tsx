import { useQuery } from '@tanstack/react-query';
import { Cron } from 'croner';
import { useTranslation } from 'react-i18next';

import type { Library, UpdateLibrary } from '../../../../shared/api/libraries.ts';
import { keys } from '../../api/keys.ts';
import { useChange } from '../../api/use-change.ts';
import { isAutomatic, withAutomaticScans } from '../library/automatic-scans.ts';
import { updateLibraryNow } from '../library/mutations.ts';
import { useCan } from '../../api/session-store.ts';
import { SavingSwitch } from '../../ui/controls/saving-switch.tsx';
import { offerUndo } from '../../ui/feedback/undo.ts';
import { FormError } from '../../ui/feedback/form-error.tsx';
import { useLocale } from '../../ui/text/use-locale.ts';
import { driveOf, drivesQuery } from '../setup/drives-query.ts';
import { ScheduleChoice } from './schedule-choice.tsx';
import { useScheduleText } from './schedule-text.ts';
import { serverSettingsQuery } from './server-settings-queries.ts';
import classes from './settings-page.module.css';

/** Whether new files of a library appear automatically; when it is scanned is behind "More". */
export const LibrarySchedule = ({ library }: { library: Library }) => {
  const { t } = useTranslation(['settings', 'common']);
  const { scanning_config: config } = library;
  const isOn = isAutomatic(library);
  const change = useChange([keys.libraries], (changes: Partial<UpdateLibrary>) =>
    updateLibraryNow(library.id, changes),
  );
  const save = (changes: Partial<UpdateLibrary>) =>
    change.mutateAsync(changes, {
      onSuccess: () =>
        offerUndo({
          text: t('schedules.saved', { name: library.name }),
          undo: () => {
            const { watch, check_files } = library;
            return change.mutateAsync({ watch, check_files, scanning_config: config });
          },
        }),
    });
  const saveConfig = (changes: Partial<Library['scanning_config']>) =>
    save({ scanning_config: changes });

  return (
    <li className={classes.row}>
      <div>
        <strong>{library.name}</strong>
        <p>{isOn ? <Summary library={library} /> : t('schedules.manual')}</p>
        <FormError error={change.error} />
      </div>
      <SavingSwitch
        labelPosition="left"
        label={t('schedules.auto')}
        aria-label={`${t('schedules.auto')}: ${library.name}`}
        checked={isOn}
        onSave={(checked) => save(withAutomaticScans(library, checked))}
      />
      <SavingSwitch
        labelPosition="left"
        label={t('schedules.check')}
        aria-label={`${t('schedules.check')}: ${library.name}`}
        checked={library.check_files}
        onSave={(check_files) => save({ check_files })}
      />
      {isOn && (
        <details className={classes.more}>
          <summary aria-label={`${t('schedules.more')}: ${library.name}`}>
            {t('schedules.more')}
          </summary>
          <div className={classes.fields}>
            <SavingSwitch
              label={t('schedules.watch')}
              checked={library.watch}
              onSave={(watch) => save({ watch })}
            />
            <ScheduleChoice
              key={config.cron_schedule}
              name={library.name}
              cron={config.cron_schedule}
              onChange={(cron_schedule) =>
                void saveConfig({ cron_schedule }).catch(() => undefined)
              }
            />
            <SavingSwitch
              label={t('schedules.onStart')}
              checked={config.scan_on_start}
              onSave={(scan_on_start) => saveConfig({ scan_on_start })}
            />
          </div>
        </details>
      )}
    </li>
  );
};

/** When a library is scanned, in a sentence: by watching, by schedule, at start. */
const Summary = ({ library }: { library: Library }) => {
  const { t } = useTranslation('settings');
  const scheduleText = useScheduleText();
  const next = useNextRun(library.scanning_config.cron_schedule);
  const isRemote = useIsRemote(library.path);
  const { cron_schedule: cron, scan_on_start } = library.scanning_config;
  const parts = [
    library.watch && t(isRemote ? 'schedules.remote' : 'schedules.watched'),
    cron !== null && scheduleText(cron),
    scan_on_start && t('schedules.onStart'),
    next !== null && t('schedules.next', { when: next }),
  ];
  return parts.filter((part) => part !== false).join(' · ');
};

/** Whether the folder is on a network drive; false as long as that is unknown. */
const useIsRemote = (path: string): boolean => {
  const { data } = useQuery({ ...drivesQuery(), enabled: useCan('system-admin') });
  return driveOf(data?.data ?? [], path)?.kind === 'network';
};

const useNextRun = (cron: string | null): string | null => {
  const { locale } = useLocale();
  const canSeeSettings = useCan('system-admin');
  const { data } = useQuery({ ...serverSettingsQuery(), enabled: canSeeSettings });
  if (cron === null) return null;
  const zone = data?.get('library.time_zone')?.value;
  const next = nextRun(cron, typeof zone === 'string' ? zone : '');
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return next === null ? null : when.format(next);
};

/** Null if the expression has no next run or cannot be parsed here. */
const nextRun = (cron: string, zone: string): Date | null => {
  try {
    return new Cron(cron, zone === '' ? {} : { timezone: zone }).nextRun();
  } catch {
    return null;
  }
};
