/**
 * The page's language with the region of the browser: `en-GB` rather than `en`, which would write
 * dates as they are written in the United States. English in a German browser is `en-DE`. Without a
 * region of its own a language stands for the one where most people speak it.
 */
export const regional = (language: string, preferred: readonly string[]): string => {
  // Each number of a page asks for it.
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
