/** Names of EPUB's style sheets without their prefix, where today's name is another one. */
const renamed: Record<string, string> = { 'text-combine': 'text-combine-upright' };

/** Old values and those of today, by today's name of the property. */
const renamedValues: Record<string, Record<string, string>> = {
  'text-combine-upright': { horizontal: 'all' },
  'text-orientation': { 'vertical-right': 'mixed', 'rotate-right': 'sideways' },
  'ruby-position': { before: 'over', after: 'under', 'inter-character': 'over' },
};

/** The properties of EPUB 3 that browsers know under a name of their own by now. */
const prefixed =
  /(?<![\w-])-(?:epub|webkit)-(hyphens|line-break|ruby-position|text-align-last|text-combine|text-emphasis(?:-color|-position|-style)?|text-orientation|text-transform|text-underline-position|word-break|writing-mode)(\s*:\s*)([^;{}]+)/gi;

/**
 * A style sheet with the properties of EPUB under the names of CSS as well, each in front of its prefixed
 * form. Chromium and WebKit take `-epub-writing-mode` as an alias; Firefox ignores it and sets vertical text
 * in horizontal lines.
 */
export const withoutPrefixes = (css: string): string =>
  css.replace(prefixed, (declaration, name: string, colon: string, value: string) => {
    const property = renamed[name.toLowerCase()] ?? name.toLowerCase();
    const values = renamedValues[property] ?? {};
    const written = value.trim().replace(/^[\w-]+/, (word) => values[word.toLowerCase()] ?? word);
    return `${property}${colon}${written};${declaration}`;
  });
