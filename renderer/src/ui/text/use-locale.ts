import { useTranslation } from 'react-i18next';

import {
  formatAgo,
  formatBytes,
  formatDate,
  formatDuration,
  formatLanguage,
  formatMoment,
  formatNumber,
} from './format.ts';
import { regionalLocale } from './regional-locale.ts';

/** Localized formats for numbers, sizes and dates. */
export const useLocale = () => {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const locale = regionalLocale(language, navigator.languages);
  return {
    /** For formats needed in one place only. */
    locale,
    number: (value: number) => formatNumber(value, locale),
    /** `.` or `,`, for fields of numbers. */
    decimalSeparator: () => formatNumber(0.5, locale).slice(1, 2),
    bytes: (value: number) => formatBytes(value, locale),
    /** `15 Jan 2026`, for narrow columns. */
    shortDate: (iso: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(iso)),
    date: (iso: string) => formatDate(iso, locale),
    moment: (iso: string) => formatMoment(iso, locale),
    language: (tag: string) => formatLanguage(tag, locale),
    duration: (milliseconds: number) => formatDuration(milliseconds, locale),
    ago: (iso: string) => formatAgo(iso, locale, t('justNow')),
  };
};
