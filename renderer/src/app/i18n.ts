import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

import { resources } from '../locales/resources.ts';
import { formatNumber } from '../ui/format.ts';
import { regional } from '../ui/regional.ts';
import { languages, setPreference, usePreferences, type Language } from './preferences.ts';

/** The language chosen on this device, or the first of the browser's that we speak. */
const preferredLanguage = (): Language => {
  const { language } = usePreferences.getState();
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2));
  return language ?? languages.find((known) => spoken[0] === known) ?? 'en';
};

/** Loads the texts and follows the language preference; `<html lang>` says which one is shown. */
export const startI18n = async (): Promise<void> => {
  adoptLanguage();
  window.addEventListener('hashchange', adoptLanguage);
  await i18next.use(initReactI18next).init({
    resources,
    lng: preferredLanguage(),
    fallbackLng: 'en',
    defaultNS: 'common',
    interpolation: { escapeValue: false },
  });
  // Its own makes a format for each number.
  i18next.services.formatter?.add('number', (value: unknown, language) =>
    formatNumber(Number(value), regional(language ?? i18next.language, navigator.languages)),
  );
  document.documentElement.lang = i18next.language;
  usePreferences.subscribe(() => {
    const language = preferredLanguage();
    if (language === i18next.language) return;
    document.documentElement.lang = language;
    void i18next.changeLanguage(language);
  });
};

/** A window that keeps nothing has the language of the application in its address; empty for the system's. */
const adoptLanguage = (): void => {
  const given = new URLSearchParams(window.location.hash.slice(1)).get('language');
  if (given === null) return;
  setPreference({ language: languages.find((known) => known === given) ?? null });
};
