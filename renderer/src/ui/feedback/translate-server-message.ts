import i18next from 'i18next';
import { useTranslation } from 'react-i18next';

import type { LazyTexts } from '../../locales/lazy-texts.ts';

type Texts = LazyTexts['faults'];

/**
 * Translates the server's English messages. The English translations serve as patterns; a message
 * without a match is returned unchanged.
 */
export const translateServerMessage = (sentence: string): string => {
  const language = i18next.resolvedLanguage ?? 'en';
  if (language === 'en') return withoutId(sentence);
  const textsIn = (name: string) => i18next.getResourceBundle(name, 'faults') as Texts | undefined;
  const english = textsIn('en');
  const own = textsIn(language);
  // Translations of lazy views may still be loading.
  if (english === undefined || own === undefined) return sentence;
  return translateSentences(sentence, english, own);
};

/** Translations leave the id out as well: it means nothing to people. */
const withoutId = (sentence: string): string =>
  sentence.replace(
    /^([A-Z]+)(\w* ?\w*) [\da-f-]{36} was not found$/,
    (_, first: string, rest: string) =>
      `This ${first.length > 1 ? first : first.toLowerCase()}${rest} no longer exists.`,
  );

/** The same for a component, which is rendered again in another language. */
export const useTranslateServerMessage = (): typeof translateServerMessage => {
  useTranslation('faults');
  return translateServerMessage;
};

/** Translates sentence by sentence; returns the input unchanged if one of them is unknown. */
export const translateSentences = (sentences: string, english: Texts, own: Texts): string =>
  known(sentences, patternsOf(english), own) ?? sentences;

interface Pattern {
  key: keyof Texts;
  /** Matches at the start of a text, up to the next sentence or the end. */
  begins: RegExp;
  names: string[];
}

const known = (text: string, patterns: readonly Pattern[], own: Texts): string | null => {
  for (const { key, begins, names } of patterns) {
    const found = begins.exec(text);
    if (!found) continue;
    const rest = text.slice(found[0].length);
    const more = rest === '' ? '' : known(rest, patterns, own);
    if (more === null) continue;
    const values = new Map(
      names.map((name, index): [string, string] => {
        const value = found[index + 1] ?? '';
        // A value, such as a reason, may itself be translatable.
        return [name, known(value, patterns, own) ?? value];
      }),
    );
    const translated = own[key].replace(
      /\{\{(\w+)\}\}/g,
      (_, name: string) => values.get(name) ?? '',
    );
    return more === '' ? translated : `${translated} ${more}`;
  }
  return null;
};

let compiled: { english: Texts; patterns: Pattern[] } | null = null;

/** Longest first, because some patterns are prefixes of others. */
const patternsOf = (english: Texts): Pattern[] => {
  if (compiled?.english === english) return compiled.patterns;
  const patterns = Object.entries(english)
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([key, text]): Pattern => {
      const parts = text.split(/\{\{(\w+)\}\}/);
      // A placeholder at the end can stand for several words.
      const isLast = (index: number) => index === parts.length - 2 && parts.at(-1) === '';
      const source = parts.map((part, index) =>
        index % 2 === 0 ? escaped(part) : isLast(index) ? '(.+)' : '(.+?)',
      );
      return {
        key: key as keyof Texts,
        begins: new RegExp(`^${source.join('')}(?:$| )`, 's'),
        names: parts.filter((_, index) => index % 2 === 1),
      };
    });
  compiled = { english, patterns };
  return patterns;
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
