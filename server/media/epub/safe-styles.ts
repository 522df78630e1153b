import { setImmediate as pause } from 'node:timers/promises';

import { type CSSToken, tokenizer, TokenType } from '@csstools/css-tokenizer';

import { safeAddress } from './safe-address.ts';
import { withoutPrefixes } from './unprefixed-styles.ts';

/** No real sheet nests deeper or is longer; the rest is dropped. */
const maxDepth = 200;
const maxTokens = 1_000_000;

/** Tokens processed between yields to other requests: a few milliseconds of work. */
const sliceTokens = 1024;

/** The URL that CSS reserves as invalid: engines never request it. */
const nowhere = 'about:invalid';

/**
 * Replaces the name of forbidden rules and functions: engines do not know it, so they drop
 * it with its content.
 */
const leftOut = 'left-out';

/** Functions whose strings are addresses. */
const loading =
  /^(url|src|image|url-prefix|domain|stylesheet|-moz-image-rect|(-webkit-|-moz-|-o-)?(image-set|cross-fade))$/;

/** Functions whose value is known only in the browser. */
const substituting = /^(var|env|attr|if|inherit|ident|random-item|toggle|first-valid|--.*)$/s;

/** Functions whose strings are text, never addresses. */
const speaking =
  /^(format|tech|type|local|counters?|symbols|lang|path|string|target-(counters?|text)|content|leader|style|selector)$/;

/** Allowed namespace URLs of selectors; browsers compare them without loading. */
const knownNamespace = /^https?:\/\/www\.(w3\.org|idpf\.org|daisy\.org)\/[\w./#-]*$/;

const opening = new Set<TokenType>([
  TokenType.Function,
  TokenType.OpenParen,
  TokenType.OpenSquare,
  TokenType.OpenCurly,
]);
const closing = new Map<TokenType, string>([
  [TokenType.CloseParen, ')'],
  [TokenType.CloseSquare, ']'],
  [TokenType.CloseCurly, '}'],
]);

const quoted = (text: string): string =>
  `"${text.replace(/["\\<>\p{Cc}]/gu, (char) => `\\${char.charCodeAt(0).toString(16)} `)}"`;

/** Preprocesses the text like CSS parsers do, so that ours reads the same tokens. */
const preprocessed = (css: string): string =>
  css
    .replace(/\r\n?|\f/g, '\n')
    .replaceAll('\0', '\ufffd')
    .toWellFormed();

/** An at-rule that ends with a semicolon and whose first string is an address. */
interface OpenRule {
  name: 'import' | 'namespace';
  /** Index of its name in the output. */
  index: number;
  depth: number;
}

/** Writes a sheet token by token, without addresses that leave the book. */
const createStyleWriter = (path: string) => {
  const output: string[] = [];
  /** Open constructs: function names, or the closing brackets of blocks. */
  const open: { name: string; end: string }[] = [];
  let rule: OpenRule | null = null;

  const address = (value: string, written: string): string => {
    const safe = value === '' ? '' : safeAddress(value, path, 'style');
    if (safe === value) return written;
    return safe === null ? quoted(nowhere) : quoted(safe);
  };
  /** Replaces the name of the rule, so that engines drop it up to its semicolon. */
  const dropRule = ({ index }: OpenRule): string => {
    output[index] = `@${leftOut}`;
    return '""';
  };
  const ruleAddress = (inRule: OpenRule, value: string): string => {
    rule = null;
    if (inRule.name === 'namespace') {
      // The rule takes a string, or one in `url()`: deeper ones are not names of namespaces.
      const isName = open.length <= inRule.depth + 1 && knownNamespace.test(value);
      return isName ? quoted(value) : dropRule(inRule);
    }
    const safe = safeAddress(value, path, 'style');
    return safe === null || safe.startsWith('data:') ? dropRule(inRule) : quoted(safe);
  };
  const isLoading = (): boolean => loading.test(open.at(-1)?.name ?? '');

  const string = (value: string, written: string): string => {
    if (rule) return ruleAddress(rule, value);
    const name = open.at(-1)?.name ?? '';
    if (name === '' || speaking.test(name) || substituting.test(name)) return written;
    return address(value, written);
  };
  const call = (name: string, written: string): string => {
    const kept = isLoading() && substituting.test(name) ? `${leftOut}(` : written;
    open.push({ name, end: ')' });
    return kept;
  };
  const endOf = (token: CSSToken) => {
    const end = closing.get(token[0]);
    if (end !== undefined && open.at(-1)?.end === end) open.pop();
    const isEnd = token[0] === TokenType.Semicolon || token[0] === TokenType.OpenCurly;
    if (rule && isEnd && open.length <= rule.depth) rule = null;
  };

  const written = (token: CSSToken): string => {
    endOf(token);
    switch (token[0]) {
      case TokenType.URL:
        if (rule) return ruleAddress(rule, token[4].value);
        return urlOf(address(token[4].value, token[1]), token[1]);
      case TokenType.BadURL:
        return `url(${quoted(nowhere)})`;
      case TokenType.String:
        return string(token[4].value, token[1]);
      case TokenType.Function:
        return call(token[4].value.toLowerCase(), token[1]);
      case TokenType.AtKeyword: {
        const name = token[4].value.toLowerCase();
        if (name === 'import' || name === 'namespace') {
          rule = { name, index: output.length, depth: open.length };
        }
        return token[1];
      }
      case TokenType.OpenParen:
        open.push({ name: open.at(-1)?.name ?? '', end: ')' });
        return token[1];
      case TokenType.OpenSquare:
        open.push({ name: '', end: ']' });
        return token[1];
      case TokenType.OpenCurly:
        open.push({ name: '', end: '}' });
        return token[1];
      default:
        return token[1];
    }
  };

  return {
    write: (token: CSSToken) => void output.push(written(token)),
    /** Whether another block can be opened within the depth limit. */
    mayOpen: (token: CSSToken): boolean => !opening.has(token[0]) || open.length < maxDepth,
    result: (): string => output.join(''),
  };
};

/** Wraps a changed quoted address in `url()`; returns an unchanged one as written. */
const urlOf = (address: string, written: string): string =>
  address === written ? written : `url(${address})`;

/** Sanitizes a sheet, yielding after every few tokens. */
function* clean(css: string, path: string): Generator<undefined, string> {
  const tokens = tokenizer({ css: preprocessed(css) });
  const writer = createStyleWriter(path);
  for (let count = 1; count <= maxTokens; count += 1) {
    const token = tokens.nextToken();
    if (token[0] === TokenType.EOF || !writer.mayOpen(token)) break;
    writer.write(token);
    if (count % sliceTokens === 0) yield;
  }
  return writer.result();
}

/** Characters that can start an address: of a rule, a function or `url()`. */
const canLoad = /[(@]/;

/**
 * Sanitizes a style sheet of the file at `path`: nothing is loaded from outside of the book,
 * and EPUB properties get their CSS names. Rules and values keep their form; forbidden
 * addresses become invalid ones.
 */
export const safeSheet = async (css: string, path: string): Promise<string> => {
  const sheet = withoutPrefixes(css);
  if (!canLoad.test(sheet)) return sheet;
  const steps = clean(sheet, path);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await pause();
  }
};

/** Longer than any hand-written style attribute; embedded pictures occur in sheets only. */
const maxInline = 64 * 1024;

/** Sanitizes a style attribute like `safeSheet`; empty if it is too long. */
export const safeDeclarations = (css: string, path: string): string => {
  if (!canLoad.test(css)) return css;
  if (css.length > maxInline) return '';
  const steps = clean(css, path);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

/** The encoding in a sheet's first rule, used without a byte order mark. */
const charset = /^@charset "([\w.:-]{1,40})";/;

/** Decodes a linked sheet by its byte order mark, else its first rule, else as UTF-8. */
export const decodeSheet = (bytes: Buffer): string => {
  const [first, second, third] = bytes;
  const named = charset.exec(bytes.toString('latin1', 0, 64))?.[1];
  // A rule that is readable byte by byte rules out UTF-16.
  const ruled = named === undefined || /^utf-?16/i.test(named) ? 'utf-8' : named;
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : first === 0xef && second === 0xbb && third === 0xbf
          ? 'utf-8'
          : ruled;
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder('utf-8').decode(bytes);
  }
};
