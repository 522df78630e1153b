import type { TitleRule } from '../../../shared/api/scan-rules.ts';
import { trimTitle } from '../../media/filename-parser/read-name.ts';

/** Characters of a cleaned title, because replacements can make it longer. */
const maxLength = 1000;

/**
 * Applies rules in order to a title that comes from a file or folder name. A rule that would leave
 * nothing is skipped. Each rule takes time in proportion to the lengths of title and pattern: no
 * pattern becomes a regular expression.
 */
export const cleanTitle = (rules: readonly TitleRule[], title: string): string =>
  rules.reduce((before, rule) => {
    const after = trimTitle(applyRule(rule, before).slice(0, maxLength));
    return after === '' ? before : after;
  }, title);

const applyRule = (rule: TitleRule, title: string): string => {
  switch (rule.kind) {
    case 'brackets':
      return withoutBrackets(title);
    case 'separators':
      // "1.5" stays a number.
      return title.replaceAll('_', ' ').replace(/(?<!\d)\.|\.(?!\d)/g, ' ');
    case 'prefix':
      return isSame(title.slice(0, rule.text.length), rule.text)
        ? title.slice(rule.text.length)
        : title;
    case 'suffix':
      return isSame(title.slice(-rule.text.length), rule.text)
        ? title.slice(0, -rule.text.length)
        : title;
    case 'replace':
      return replaceAll(title, rule.find, rule.replace);
  }
};

const fold = (text: string): string => text.toLowerCase();
const isSame = (a: string, b: string): boolean => fold(a) === fold(b);

const closing = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['【', '】'],
  ['（', '）'],
]);

/** Removes text in brackets; a bracket without its other half stays. */
const withoutBrackets = (title: string): string => {
  const open: { at: number; close: string }[] = [];
  const removed: { start: number; end: number }[] = [];
  for (const [position, character] of Array.from(title).entries()) {
    const close = closing.get(character);
    if (close !== undefined) open.push({ at: position, close });
    else {
      const index = open.findLastIndex((bracket) => bracket.close === character);
      const bracket = open[index];
      if (bracket) {
        removed.push({ start: bracket.at, end: position });
        open.length = index;
      }
    }
  }
  return Array.from(title)
    .filter((_, index) => !removed.some(({ start, end }) => start <= index && index <= end))
    .join('');
};

const partsOf = (find: string): string[][] =>
  find.split('*').map((part) => Array.from(part, (character) => fold(character)));

/** The first position of a part at or after `from`; -1 if there is none. */
const indexOfPart = (title: readonly string[], part: readonly string[], from: number): number => {
  for (let start = from; start + part.length <= title.length; start += 1) {
    if (part.every((step, index) => step === '?' || step === title[start + index])) return start;
  }
  return -1;
};

/** The first match at or after `from`, with each part as early as possible. */
const matchFrom = (title: readonly string[], parts: readonly string[][], from: number) => {
  let start = from;
  let end = from;
  for (const [index, part] of parts.entries()) {
    if (part.length === 0 && index > 0 && index === parts.length - 1) end = title.length;
    else if (part.length > 0) {
      const found = indexOfPart(title, part, end);
      if (found === -1) return null;
      if (index === 0) start = found;
      end = found + part.length;
    }
  }
  return end > from ? { start, end } : null;
};

const replaceAll = (title: string, find: string, replacement: string): string => {
  const characters = Array.from(title);
  const folded = characters.map((character) => fold(character));
  const parts = partsOf(find);
  let result = '';
  let from = 0;
  for (;;) {
    const match = matchFrom(folded, parts, from);
    if (!match) return result + characters.slice(from).join('');
    result += characters.slice(from, match.start).join('') + replacement;
    from = match.end;
    if (from >= characters.length || result.length > maxLength)
      return result + characters.slice(from).join('');
  }
};
