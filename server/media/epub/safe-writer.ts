import { safeAttributes, validName } from './safe-attributes.ts';
import { withoutPrefixes } from './unprefixed-styles.ts';

/** Left out with all that is in them: they run, load or send something, or change what an address means. */
const forbidden = new Set([
  'script',
  'iframe',
  'frame',
  'frameset',
  'object',
  'embed',
  'applet',
  'base',
  'portal',
  'fencedframe',
  'webview',
  'handler',
  'listener',
]);

/** HTML elements without content; everything else gets an end tag, so that the text is good HTML, too. */
const voids = new Set('area br col embed hr img input link meta param source track wbr'.split(' '));

/** Prefixes that books use without declaring them. */
const knownPrefixes = new Map([
  ['epub', 'http://www.idpf.org/2007/ops'],
  ['xlink', 'http://www.w3.org/1999/xlink'],
  ['svg', 'http://www.w3.org/2000/svg'],
  ['m', 'http://www.w3.org/1998/Math/MathML'],
]);

/** Prefixes that a book may declare; each element is compared with all of them. */
const maxPrefixes = 64;

/** Namespaces of roots that parsers of HTML know without being told. */
const namespaces = new Map([
  ['html', 'http://www.w3.org/1999/xhtml'],
  ['svg', 'http://www.w3.org/2000/svg'],
  ['math', 'http://www.w3.org/1998/Math/MathML'],
]);

// eslint-disable-next-line no-control-regex -- these are what XML does not allow
const notXml = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

const clean = (text: string): string => text.toWellFormed().replace(notXml, '');
const plain = /^[\n\r\t\x20-%'-;=?-\ud7ff]*$/;
const escapeText = (text: string): string =>
  plain.test(text)
    ? text
    : clean(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const escapeValue = (text: string): string =>
  escapeText(text)
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`);

/** Attributes as they will be read: what is taken out of a value must not hide an address from judgement. */
const cleanAttributes = (attributes: Record<string, string>): Record<string, string> =>
  Object.values(attributes).every((value) => plain.test(value))
    ? attributes
    : Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, clean(value)]));

const split = (name: string): [prefix: string, local: string] => {
  const at = name.indexOf(':');
  return at < 0 ? ['', name] : [name.slice(0, at), name.slice(at + 1)];
};

const prolog = '<?xml version="1.0" encoding="UTF-8"?>\n';

/**
 * Writes elements and text of the file at `path` in its container as well-formed XML without anything
 * active, whatever it is given.
 */
export const createSafeWriter = (path: string) => {
  let output = prolog;
  /** Names as written, null where only the content of an element is kept. */
  const open: (string | null)[] = [];
  const declared: Set<string>[] = [new Set(['xml', 'xmlns'])];
  let skipped = 0;
  let tagIsOpen = false;
  /** Of the style sheet that is open: its text comes in pieces. */
  let sheet = '';
  const isInSheet = () => /(?:^|:)style$/i.test(open.at(-1) ?? '');
  const write = (text: string) => {
    output += tagIsOpen ? `>${text}` : text;
    tagIsOpen = false;
  };

  /** The attributes to write, with declarations for the prefixes that they and the element need. */
  const withPrefixes = (prefix: string, attributes: [string, string][]): [string, string][] => {
    const outer = declared.at(-1) ?? new Set();
    if (prefix === '' && attributes.every(([name]) => !name.includes(':'))) {
      declared.push(outer);
      return attributes;
    }
    const own = attributes.flatMap(([name]) => (name.startsWith('xmlns:') ? name.slice(6) : []));
    const known = new Set([...outer, ...own].slice(0, maxPrefixes));
    const added: [string, string][] = [];
    const isKnown = (one: string): boolean => {
      const uri = knownPrefixes.get(one);
      if (one === '' || known.has(one)) return true;
      if (uri === undefined) return false;
      known.add(one);
      added.push([`xmlns:${one}`, uri]);
      return true;
    };
    isKnown(prefix);
    const kept = attributes.filter(([name]) => isKnown(split(name)[0]));
    // Most elements declare nothing and share what is known around them.
    declared.push(known.size === outer.size ? outer : known);
    return [...added, ...kept];
  };

  const close = () => {
    if (skipped > 0) {
      skipped -= 1;
      return;
    }
    if (isInSheet()) {
      write(escapeText(withoutPrefixes(sheet)));
      sheet = '';
    }
    declared.pop();
    const name = open.pop();
    if (typeof name !== 'string') return;
    if (tagIsOpen && voids.has(name.toLowerCase())) {
      output += '/>';
      tagIsOpen = false;
    } else write(`</${name}>`);
  };

  return {
    open: (name: string, given: Record<string, string>) => {
      const [prefix, local] = split(name);
      const lower = local.toLowerCase();
      const secondRoot = open.length === 0 && output.length > prolog.length;
      if (skipped > 0 || secondRoot || forbidden.has(lower)) {
        skipped += 1;
        return;
      }
      const attributes = cleanAttributes(given);
      const safe = validName.test(name) ? safeAttributes(lower, attributes, path) : null;
      if (safe === null && open.length === 0) {
        skipped += 1;
        return;
      }
      if (safe === null) {
        open.push(null);
        declared.push(declared.at(-1) ?? new Set());
        return;
      }
      const namespace = namespaces.get(lower);
      if (prefix === '' && namespace !== undefined && !('xmlns' in attributes)) {
        safe.push(['xmlns', namespace]);
      }
      const written = withPrefixes(prefix, safe);
      const full = declared.at(-1)?.has(prefix) || prefix === '' ? name : local;
      write(`<${full}${written.map(([key, value]) => ` ${key}="${escapeValue(value)}"`).join('')}`);
      tagIsOpen = true;
      open.push(full);
    },
    close,
    text: (text: string) => {
      // Nothing but blanks may stand outside the root.
      if (skipped > 0 || open.length === 0) return;
      if (isInSheet()) sheet += text;
      else write(escapeText(text));
    },
    result: () => {
      // The parser gives up on a text that opens too many elements.
      while (open.length + skipped > 0) close();
      return output;
    },
  };
};
