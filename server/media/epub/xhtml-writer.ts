import { toXmlText } from '../../text/escape-xml.ts';
import { safeAttributes, validName } from './safe-attributes.ts';
import { safeSheet } from './safe-styles.ts';

/**
 * Removed with their content: elements that run code, load, send or ask for something, or change
 * how addresses resolve.
 */
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
  'permission',
  'geolocation',
  'usermedia',
  'install',
]);

/** HTML void elements; everything else gets an end tag, so that the text is valid HTML, too. */
const voids = new Set(
  'area base br col embed frame hr img input link meta param source track wbr'.split(' '),
);

/** Prefixes that books use without declaring them. */
const knownPrefixes = new Map([
  ['epub', 'http://www.idpf.org/2007/ops'],
  ['xlink', 'http://www.w3.org/1999/xlink'],
  ['svg', 'http://www.w3.org/2000/svg'],
  ['m', 'http://www.w3.org/1998/Math/MathML'],
]);

/** Maximum prefixes a book can declare, because each element is compared with all of them. */
const maxPrefixes = 64;

const xhtml = 'http://www.w3.org/1999/xhtml';

/** Namespaces of root elements that HTML parsers assume. */
const namespaces = new Map([
  ['html', xhtml],
  ['svg', 'http://www.w3.org/2000/svg'],
  ['math', 'http://www.w3.org/1998/Math/MathML'],
]);

const plain = /^[\n\r\t\x20-%'-;=?-\ud7ff]*$/;
const escapeText = (text: string): string =>
  plain.test(text)
    ? text
    : toXmlText(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const escapeValue = (text: string): string =>
  escapeText(text)
    .replaceAll('"', '&quot;')
    .replace(/[\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`);

/**
 * Normalises attributes to the value the browser will read, so that characters removed later cannot
 * hide an address from the checks.
 */
const cleanAttributes = (attributes: Record<string, string>): Record<string, string> =>
  Object.values(attributes).every((value) => plain.test(value))
    ? attributes
    : Object.fromEntries(
        Object.entries(attributes).map(([name, value]) => [name, toXmlText(value)]),
      );

const split = (name: string): [prefix: string, local: string] => {
  const colon = name.indexOf(':');
  return colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
};

/**
 * Removes attributes that occur under two prefixes of one namespace: XML treats them as duplicates,
 * an error that stops the parser.
 */
const withoutTwins = (
  attributes: [string, string][],
  namespaceOf: ReadonlyMap<string, string>,
): [string, string][] => {
  const seen = new Set<string>();
  return attributes.filter(([name]) => {
    const [prefix, local] = split(name);
    const full = prefix === '' ? local : `${namespaceOf.get(prefix) ?? ''} ${local}`;
    if (seen.has(full)) return false;
    seen.add(full);
    return true;
  });
};

const prolog = '<?xml version="1.0" encoding="UTF-8"?>\n';

/**
 * Serialises elements and text of the file at `path` in its container as well-formed XML without
 * active content, whatever the input.
 */
export const createSafeWriter = (path: string) => {
  let output = prolog;
  /** The markup written before each sheet, with the sheet itself, which is sanitized later. */
  const finished: { markup: string; sheet: string }[] = [];
  /** Names as written; null for an element of which only the content is kept. */
  const open: (string | null)[] = [];
  /** Namespaces by prefix, for each open element. */
  const declared: Map<string, string>[] = [
    new Map([
      ['xml', 'http://www.w3.org/XML/1998/namespace'],
      ['xmlns', 'http://www.w3.org/2000/xmlns/'],
    ]),
  ];
  let skipped = 0;
  let tagIsOpen = false;
  /** Text of the open style sheet, which arrives in chunks. */
  let sheet = '';
  /**
   * For each open element, whether its text belongs to a sheet; an element of which only the
   * content is kept inherits its parent's.
   */
  const sheets: boolean[] = [];
  const isInSheet = () => sheets.at(-1) === true;
  const write = (text: string) => {
    output += tagIsOpen ? `>${text}` : text;
    tagIsOpen = false;
  };

  /**
   * Ends a void element before what follows it in a book that does not close it: browsers show
   * nothing inside of such an element.
   */
  const endVoid = () => {
    const isHtml = open[0]?.toLowerCase() === 'html';
    if (!isHtml || !voids.has(open.at(-1)?.toLowerCase() ?? '')) return;
    output += '/>';
    tagIsOpen = false;
    open[open.length - 1] = null;
    declared.splice(-1, 1, declared.at(-2) ?? new Map<string, string>());
  };

  /**
   * The attributes to write, including the namespace declarations that they and the element need.
   */
  const withPrefixes = (prefix: string, attributes: [string, string][]): [string, string][] => {
    const outer = declared.at(-1) ?? new Map<string, string>();
    if (prefix === '' && attributes.every(([name]) => !name.includes(':'))) {
      declared.push(outer);
      return attributes;
    }
    const own = attributes.filter(([name]) => name.startsWith('xmlns:'));
    const known = new Map(outer);
    for (const [name, uri] of own) {
      const prefix = name.slice(6);
      if (known.has(prefix) || known.size < maxPrefixes) known.set(prefix, uri);
    }
    const added: [string, string][] = [];
    const isKnown = (token: string): boolean => {
      const uri = knownPrefixes.get(token);
      if (token === '' || known.has(token)) return true;
      if (uri === undefined || own.some(([name]) => name === `xmlns:${token}`)) return false;
      known.set(token, uri);
      added.push([`xmlns:${token}`, uri]);
      return true;
    };
    isKnown(prefix);
    const kept = attributes.filter(([name]) => isKnown(split(name)[0]));
    // Most elements declare nothing and share the map of their parent.
    declared.push(own.length + added.length === 0 ? outer : known);
    return [...added, ...withoutTwins(kept, known)];
  };

  const close = () => {
    if (skipped > 0) {
      skipped -= 1;
      return;
    }
    if (isInSheet() && open.at(-1) !== null) {
      write('');
      finished.push({ markup: output, sheet });
      output = '';
      sheet = '';
    }
    declared.pop();
    sheets.pop();
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
      const secondRoot =
        open.length === 0 && (finished.length > 0 || output.length > prolog.length);
      const isForbidden = forbidden.has(lower);
      if (skipped > 0 || secondRoot || (isForbidden && !voids.has(lower))) {
        skipped += 1;
        return;
      }
      endVoid();
      const attributes = cleanAttributes(given);
      const safe =
        validName.test(name) && !isForbidden ? safeAttributes(lower, attributes, path) : null;
      if (safe === null && open.length === 0) {
        skipped += 1;
        return;
      }
      if (safe === null) {
        open.push(null);
        sheets.push(isInSheet());
        declared.push(declared.at(-1) ?? new Map<string, string>());
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
      sheets.push(lower === 'style');
    },
    close,
    text: (text: string) => {
      // Outside the root element only whitespace is allowed.
      if (skipped > 0 || open.length === 0) return;
      endVoid();
      if (isInSheet()) sheet += text;
      else write(escapeText(text));
    },
    result: async (): Promise<string> => {
      // The parser stops at a text that opens too many elements.
      while (open.length + skipped > 0) close();
      let text = '';
      for (const { markup, sheet: css } of finished) {
        text += markup + escapeText(await safeSheet(css, path));
      }
      output = text + output;
      // A file without any allowed content becomes an empty page, not an error.
      return output === prolog ? `${prolog}<html xmlns="${xhtml}"></html>` : output;
    },
  };
};
