import { tokenize, TokenType } from '@csstools/css-tokenizer';

import { decodeSheet, safeSheet } from '../../server/media/epub/safe-styles.ts';
import { entriesOf } from '../fixtures.ts';
import { must, type Target } from '../target.ts';

const sheet = `@charset "utf-8"; @import "b.css" screen; @import url(https://a.example/c.css);
@namespace epub "http://www.idpf.org/2007/ops"; @namespace url("http://www.w3.org/1999/xhtml"); @font-face { src: local("A"), url(../f.woff) format("woff") }
p > a[href^="https://x"]::before { content: "a" url(//b.example/x); background: image-set("c.png" 1x, var(--x) 2x) }
@media (min-width: 1em) { a { b: \\75rl('d.png') } } /* c */ a { -epub-hyphens: auto; --x: "http://e.example" }`;

const base = 'https://book.invalid/OPS/a.css';
const loading = /^(url|src|(-webkit-)?image-set|image|(-webkit-)?cross-fade)$/i;

/** Names that `@namespace` compares and never loads. */
const namespaceName = /^https?:\/\/www\.(w3\.org|idpf\.org|daisy\.org)\//;

/** Throws unless the address stays in the book, or is nothing that is asked for. */
const mustStay = (address: string): void => {
  const url = URL.parse(address, base);
  const isHeld =
    url === null || url.host === 'book.invalid' || /^(data|about):$/.test(url.protocol);
  must(isHeld, `no address ${address}`);
};

/** Throws when a sheet would load from elsewhere. */
const mustBeHarmless = (css: string): void => {
  let isImport = false;
  let isNamespace = false;
  let name = '';
  for (const token of tokenize({ css })) {
    if (token[0] === TokenType.URL) mustStay(token[4].value);
    if (token[0] === TokenType.String && (isImport || loading.test(name))) {
      if (!isNamespace || !namespaceName.test(token[4].value)) mustStay(token[4].value);
    }
    if (token[0] === TokenType.AtKeyword) isNamespace = /^namespace$/i.test(token[4].value);
    else if (/^(semicolon|\{)/.test(token[0])) isNamespace = false;
    if (token[0] === TokenType.AtKeyword) isImport = /^import$/i.test(token[4].value);
    else if (!/^(whitespace|comment|function)/.test(token[0])) isImport = false;
    if (token[0] === TokenType.Function) name = token[4].value;
    else if (token[0] !== TokenType.Whitespace && token[0] !== TokenType.Comment) name = '';
  }
};

/** Style sheets of EPUBs, which are cleaned before the browser gets them. */
export const target: Target = {
  seeds: () => [
    Buffer.from(sheet),
    ...entriesOf('{library/Books/**,faults/epub-hostile}/*.epub', /\.css$/, 12 * 1024),
  ],
  tokens: [
    ...['@import', '@im\\port', '@\\69mport', '@namespace', '@charset "utf-16";', '@font-face{'],
    ...[
      'url(',
      'url("',
      "url( '",
      '\\75rl(',
      'URL(',
      'src(',
      'image-set(',
      'cross-fade(',
      'var(--',
    ],
    ...['https://a.example/', '//a.example/', '\\\\a.example', 'https\\3a//', 'data:text/css,'],
    ...[
      '../../../',
      '/*',
      '*/',
      '"',
      "'",
      '\\',
      '\\\n',
      '\n',
      '\f',
      '\0',
      ')',
      '(',
      '{',
      '}',
      '[',
      ']',
    ],
    ...[';', ',', '<!--', '-->', '\ufeff', '\ufffe', '#', '-epub-hyphens:'],
  ],
  run: async (input) => {
    const css = await safeSheet(decodeSheet(input), 'OPS/a.css');
    mustBeHarmless(css);
    must((await safeSheet(css, 'OPS/a.css')).length < 4 * css.length + 4096, 'no growth');
    const kinds = new Set(tokenize({ css }).map(([kind]) => kind.slice(0, 4)));
    return `${Math.log2(css.length + 1).toFixed()} ${[...kinds].sort().join()}`;
  },
};
