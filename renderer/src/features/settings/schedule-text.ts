import { useTranslation } from 'react-i18next';

import { useLocale } from '../../ui/use-locale.ts';
import { everyHours, fromCron } from './schedule.ts';

/** Says a stored schedule as a sentence: "Every Sunday at 04:00"; what no sentence fits stays cron. */
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

/** The name of a day of the week, from 0 (Sunday) to 6. */
export const weekday = (index: number, locale: string): string =>
  // The 4th of January 1970 was a Sunday.
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(1970, 0, 4 + index)),
  );
