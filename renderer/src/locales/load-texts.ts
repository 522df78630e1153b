import i18next from 'i18next';

import { languages, type Language } from '../../../shared/languages.ts';
import type { FirstTexts } from './first-english.ts';
import type { LazyTexts } from './lazy-texts.ts';

/**
 * Each language has three files: the texts of the first page, those of the pages about books, which are opened most,
 * and those of all others.
 */
const first: Record<Language, () => Promise<FirstTexts>> = {
  en: async () => (await import('./first-english.ts')).firstEnglish,
  de: async () => (await import('./first-german.ts')).firstGerman,
};
const book: Record<Language, () => Promise<Partial<LazyTexts>>> = {
  en: async () => (await import('./book-english.ts')).bookEnglish,
  de: async () => {
    const { bookGerman, faults } = await import('./book-german.ts');
    add('en', { faults });
    return bookGerman;
  },
};
const lazy: Record<Language, () => Promise<Partial<LazyTexts>>> = {
  en: async () => (await import('./lazy-english.ts')).lazyEnglish,
  de: async () => {
    const { lazyGerman, faults } = await import('./lazy-german.ts');
    add('en', { faults });
    return lazyGerman;
  },
};

export const loadFirstTexts = (language: Language): Promise<FirstTexts> => first[language]();

/** Adds the texts of the pages about books, in the language of the page. */
export const addBookTexts = async (): Promise<void> => {
  const language = i18next.language as Language;
  if (!has(language, 'book')) add(language, await book[language]());
};

/** Adds the texts of all pages but the first, in the language of the page. */
export const addLazyTexts = async (): Promise<void> => {
  const language = i18next.language as Language;
  if (!isWhole(language)) add(language, await lazy[language]());
};

/** Adds the texts of every language, for a search in all of them. */
export const addAllLanguages = (): Promise<unknown> => Promise.all(languages.map(addLanguage));

/** Adds all texts of a language. */
export const addLanguage = async (language: Language): Promise<void> => {
  if (isWhole(language)) return;
  const [initial, others] = await Promise.all([first[language](), lazy[language]()]);
  add(language, { ...initial, ...others });
};

const has = (language: Language, namespace: string): boolean =>
  i18next.hasResourceBundle(language, namespace);

const isWhole = (language: Language): boolean => has(language, 'account');

const add = (language: Language, texts: object): void => {
  for (const [namespace, bundle] of Object.entries(texts)) {
    if (!has(language, namespace)) i18next.addResourceBundle(language, namespace, bundle);
  }
};
