import { createMarkupParser } from './markup-parser.ts';

const blocks = new Set([
  'p',
  'div',
  'br',
  'li',
  'tr',
  'blockquote',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
]);
const hidden = new Set(['script', 'style', 'head', 'title']);

/**
 * Converts HTML to text, one line per block; null if nothing is left. Plain text is returned
 * unchanged.
 */
export const plainText = (html: string): string | null => {
  let text = '';
  let skipped = 0;
  const newLine = (name: string) => {
    if (blocks.has(name)) text += '\n';
  };
  const parser = createMarkupParser({
    onopentag: (name) => {
      if (hidden.has(name)) skipped += 1;
      newLine(name);
    },
    onclosetag: (name) => {
      if (hidden.has(name)) skipped -= 1;
      newLine(name);
    },
    ontext: (data) => {
      if (skipped === 0) text += data.replace(/\s+/g, ' ');
    },
  });
  parser.end(html);
  const lines = text.split('\n').map((line) => line.replace(/ +/g, ' ').trim());
  return lines.filter((line) => line !== '').join('\n') || null;
};
