import { getOwn } from '../../text/own-property.ts';

/** EPUB property names (without prefix) whose current CSS name differs. */
const renamed: Record<string, string> = { 'text-combine': 'text-combine-upright' };

/** Old values mapped to current ones, by current property name. */
const renamedValues: Record<string, Record<string, string>> = {
  'text-combine-upright': { horizontal: 'all' },
  'text-orientation': { 'vertical-right': 'mixed', 'rotate-right': 'sideways' },
  'ruby-position': { before: 'over', after: 'under', 'inter-character': 'over' },
};

/** Prefixed EPUB 3 properties that browsers now support without a prefix. */
const prefixed =
  /(?<![\w-])-(?:epub|webkit)-(hyphens|line-break|ruby-position|text-align-last|text-combine|text-emphasis(?:-color|-position|-style)?|text-orientation|text-transform|text-underline-position|word-break|writing-mode)(\s*:\s*)([^;{}]+)/gi;

/**
 * Adds the unprefixed CSS form before each prefixed EPUB property. Chromium and WebKit accept
 * `-epub-writing-mode` as an alias; Firefox ignores it and lays out vertical text horizontally.
 */
export const withoutPrefixes = (css: string): string =>
  css.replace(prefixed, (declaration, name: string, colon: string, value: string) => {
    const property = renamed[name.toLowerCase()] ?? name.toLowerCase();
    const values = renamedValues[property] ?? {};
    const written = value
      .trim()
      .replace(/^[\w-]+/, (word) => getOwn(values, word.toLowerCase()) ?? word);
    return `${property}${colon}${written};${declaration}`;
  });
