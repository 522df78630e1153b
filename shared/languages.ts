/** Languages of the web app, of the desktop app, and of messages to people. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** The language for a locale such as `de-AT`; English if there is none. */
export const languageOf = (locale: string): Language =>
  languages.find((language) => locale.startsWith(language)) ?? 'en';
