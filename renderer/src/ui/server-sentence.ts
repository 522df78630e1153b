import { useTranslation } from 'react-i18next';

import type { LaterTexts } from '../locales/later.ts';

type Texts = LaterTexts['faults'];

/**
 * What the server says of files and tasks, in the language of the page. It says it in English, and the English
 * texts are the patterns by which a sentence is known; one that is not is shown as it came.
 */
export const useServerSentence = (): ((sentence: string) => string) => {
  const { i18n } = useTranslation('faults');
  const language = i18n.resolvedLanguage ?? 'en';
  if (language === 'en') return (sentence) => sentence;
  const textsIn = (one: string) => i18n.getResourceBundle(one, 'faults') as Texts | undefined;
  const english = textsIn('en');
  const own = textsIn(language);
  // The texts of views beyond the first page may be on their way.
  if (english === undefined || own === undefined) return (sentence) => sentence;
  return (sentence) => translateSentences(sentence, english, own);
};

/** Sentence by sentence; all of it as it is where one of them is not known. */
export const translateSentences = (sentences: string, english: Texts, own: Texts): string =>
  known(sentences, patternsOf(english), own) ?? sentences;

interface Pattern {
  key: keyof Texts;
  /** At the beginning of a text, up to the next sentence or the end. */
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
        // A reason may be a piece of a sentence that has a text of its own.
        return [name, known(value, patterns, own) ?? value];
      }),
    );
    const said = own[key].replace(/\{\{(\w+)\}\}/g, (_, name: string) => values.get(name) ?? '');
    return more === '' ? said : `${said} ${more}`;
  }
  return null;
};

let compiled: { english: Texts; patterns: Pattern[] } | null = null;

/** The longest first: some begin like another. */
const patternsOf = (english: Texts): Pattern[] => {
  if (compiled?.english === english) return compiled.patterns;
  const patterns = Object.entries(english)
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([key, text]): Pattern => {
      const parts = text.split(/\{\{(\w+)\}\}/);
      const source = parts.map((part, index) => (index % 2 === 0 ? escaped(part) : '(.+?)'));
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
