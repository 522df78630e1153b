/**
 * The page's language with the browser's region: `en-GB` instead of `en`, which would format dates
 * as in the United States. English in a German browser is `en-DE`. A language without a region uses
 * that of most of its speakers.
 */
export const regionalLocale = (language: string, preferred: readonly string[]): string => {
  // Cached, because every number on a page is formatted with it.
  const key = [language, ...preferred].join();
  const tag = known.get(key) ?? findRegional(language, preferred);
  known.set(key, tag);
  return tag;
};

const known = new Map<string, string>();

const findRegional = (language: string, preferred: readonly string[]): string => {
  const tags = preferred.flatMap(localeOf);
  const first = tags[0];
  if (first === undefined) return language;
  const named = tags.find((tag) => tag.language === first.language && tag.region !== undefined);
  const { region } = (named ?? first).maximize();
  return region === undefined ? language : `${language}-${region}`;
};

const localeOf = (tag: string): Intl.Locale[] => {
  try {
    return [new Intl.Locale(tag)];
  } catch {
    return [];
  }
};
