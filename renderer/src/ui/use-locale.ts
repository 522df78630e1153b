import { useTranslation } from 'react-i18next';

import { formatAgo, formatBytes, formatDate, formatLanguage, formatMoment } from './format.ts';

/** Numbers, sizes and dates in the language of the page. */
export const useLocale = () => {
  const { language } = useTranslation().i18n;
  return {
    number: (value: number) => new Intl.NumberFormat(language).format(value),
    bytes: (value: number) => formatBytes(value, language),
    /** `15 Jan 2026`, where a column is narrow. */
    shortDate: (iso: string) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(iso)),
    date: (iso: string) => formatDate(iso, language),
    moment: (iso: string) => formatMoment(iso, language),
    language: (tag: string) => formatLanguage(tag, language),
    ago: (iso: string) => formatAgo(iso, language),
  };
};
