import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

import { languageOf, languages, type Language } from '../../../shared/languages.ts';
import { addLanguage, loadFirstTexts } from '../locales/load-texts.ts';
import { formatNumber } from '../ui/text/format.ts';
import { regionalLocale } from '../ui/text/regional-locale.ts';
import { importWithRetry } from '../ui/loading/import-module.ts';
import { setPreference, usePreferences } from '../ui/preferences.ts';

/** The language chosen on this device, or the browser's first supported language. */
const preferredLanguage = (): Language => {
  const { language } = usePreferences.getState();
  return language ?? languageOf(navigator.languages[0] ?? '');
};

/** Loads the translations and follows the language preference, also in `<html lang>`. */
export const startI18n = async (): Promise<void> => {
  adoptLanguage();
  window.addEventListener('hashchange', adoptLanguage);
  const first = preferredLanguage();
  await i18next.use(initReactI18next).init({
    resources: { [first]: await importWithRetry(() => loadFirstTexts(first)) },
    lng: first,
    // Every language has all texts, and only one is loaded.
    fallbackLng: false,
    defaultNS: 'common',
    interpolation: { escapeValue: false },
  });
  // i18next's own formatter creates an `Intl.NumberFormat` for each number.
  i18next.services.formatter?.add('number', (value: unknown, language) =>
    formatNumber(Number(value), regionalLocale(language ?? i18next.language, navigator.languages)),
  );
  document.documentElement.lang = i18next.language;
  // Ignored: without its texts, the page stays in the language that it has.
  usePreferences.subscribe(() => void followPreference().catch(() => undefined));
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
};

const followPreference = async (): Promise<void> => {
  const language = preferredLanguage();
  if (language === i18next.language) return;
  await addLanguage(language);
  // Another one may have been chosen while the texts were loading.
  if (language === preferredLanguage()) await i18next.changeLanguage(language);
};

/**
 * A window without storage gets the application's language in its URL; empty means the system's.
 */
const adoptLanguage = (): void => {
  const given = new URLSearchParams(window.location.hash.slice(1)).get('language');
  if (given === null) return;
  setPreference({ language: languages.find((known) => known === given) ?? null });
};
