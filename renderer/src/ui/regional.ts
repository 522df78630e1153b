/**
 * The page's language with the region of the browser: `en-GB` rather than `en`, which would write
 * dates as they are written in the United States. English in a German browser is `en-DE`. Without a
 * region of its own a language stands for the one where most people speak it.
 */
export const regional = (language: string, preferred: readonly string[]): string => {
  const known = preferred.flatMap(localeOf);
  const first = known[0];
  if (first === undefined) return language;
  const named = known.find((tag) => tag.language === first.language && tag.region !== undefined);
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
