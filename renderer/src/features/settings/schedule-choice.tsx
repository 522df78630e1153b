import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { useLocale } from '../../ui/text/use-locale.ts';
import { fromCron, scheduleKinds, toCron, type Schedule } from './schedule.ts';
import { weekday } from './schedule-text.ts';
import classes from './settings-page.module.css';

const night = '02:00';

/** Initial values of each choice. */
const starts: Record<Schedule['kind'], Schedule> = {
  never: { kind: 'never' },
  hourly: { kind: 'hourly' },
  daily: { kind: 'daily', time: night },
  weekly: { kind: 'weekly', day: 0, time: night },
  custom: { kind: 'custom', cron: '0 2 * * *' },
};

interface ScheduleChoiceProps {
  /** Accessible name: what is scheduled. */
  name: string;
  cron: string | null;
  onChange: (cron: string | null) => void;
}

/** Schedule picker; a cron expression is only needed if no simple choice fits. */
export const ScheduleChoice = ({ name, cron, onChange }: ScheduleChoiceProps) => {
  const { t } = useTranslation('settings');
  const { locale } = useLocale();
  const schedule = fromCron(cron);
  const set = (next: Schedule) => {
    const expression = toCron(next);
    if (expression !== cron && expression !== '') onChange(expression);
  };
  return (
    <div className={classes.schedule}>
      <Select
        aria-label={t('schedules.of', { name })}
        allowDeselect={false}
        data={scheduleKinds.map((value) => ({ value, label: t(`schedules.${value}`) }))}
        value={schedule.kind}
        onChange={(kind) => kind !== null && set(starts[kind])}
      />
      {schedule.kind === 'weekly' && (
        <Select
          aria-label={t('schedules.day', { name })}
          allowDeselect={false}
          data={[1, 2, 3, 4, 5, 6, 0].map((value) => ({
            value: `${value}`,
            label: weekday(value, locale),
          }))}
          value={`${schedule.day}`}
          onChange={(value) => set({ ...schedule, day: Number(value) })}
        />
      )}
      {(schedule.kind === 'weekly' || schedule.kind === 'daily') && (
        <TextInput
          type="time"
          required
          aria-label={t('schedules.time', { name })}
          defaultValue={schedule.time}
          onBlur={({ currentTarget: { value } }) =>
            value !== '' && set({ ...schedule, time: value })
          }
        />
      )}
      {schedule.kind === 'custom' && (
        <TextInput
          aria-label={t('schedules.cron', { name })}
          spellCheck={false}
          defaultValue={schedule.cron}
          onBlur={({ currentTarget: { value } }) => set({ kind: 'custom', cron: value })}
        />
      )}
    </div>
  );
};
