import { useTranslation } from 'react-i18next';

import { useLocale } from '../../ui/text/use-locale.ts';
import { everyHours, fromCron } from './schedule.ts';

/** Describes a cron expression: "Every Sunday at 04:00"; others are shown as cron. */
export const useScheduleText = (): ((cron: string | null) => string) => {
  const { t } = useTranslation('settings');
  const { locale } = useLocale();
  return (cron) => {
    const schedule = fromCron(cron);
    switch (schedule.kind) {
      case 'never':
      case 'hourly':
        return t(`schedules.${schedule.kind}`);
      case 'daily':
        return t('schedules.dailyAt', { time: schedule.time });
      case 'weekly':
        return t('schedules.weeklyAt', {
          day: weekday(schedule.day, locale),
          time: schedule.time,
        });
      case 'custom': {
        const hours = everyHours(schedule.cron);
        return hours === null
          ? t('schedules.customAs', { cron: schedule.cron })
          : t('schedules.everyHours', { count: hours });
      }
    }
  };
};

/** Name of a weekday, 0 (Sunday) to 6. */
export const weekday = (index: number, locale: string): string =>
  // 4 January 1970 was a Sunday.
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(1970, 0, 4 + index)),
  );
