import { XMLValidator } from 'fast-xml-parser';
import { Parser } from 'htmlparser2';

import { localNameOf } from '../../server/media/epub/markup-parser.ts';
import { plainText } from '../../server/media/epub/plain-text.ts';
import { sanitize } from '../../server/media/epub/sanitize.ts';
import { entriesOf } from '../fixtures.ts';
import { must, type Target } from '../target.ts';

const page = `<?xml version="1.0"?><!DOCTYPE html><html xmlns:epub="http://www.idpf.org/2007/ops"><head>
<title>T</title><link rel="stylesheet" href="../a.css"/><style>p { background: url(x.png) }</style>
<script src="a.js">alert(1)</script><meta http-equiv="refresh" content="0;url=http://a.example"/></head>
<body onload="alert(1)" style="background:url(//b.example/x)"><p epub:type="note" class="a">Text &amp; &nbsp;</p>
<a href="javascript:alert(1)">a</a><a href="b.xhtml#c">b</a><img src="c.png" srcset="d.png 2x" alt=""/>
<svg xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="data:image/svg+xml,x"/><use href="#a"/>
<set attributeName="href" to="javascript:alert(1)"/><foreignObject><p>x</p></foreignObject></svg>
<math><mi>x</mi></math><form action="/x"><input name="a"/></form><iframe src="x"></iframe></body></html>`;

const runs = new Set(['script', 'iframe', 'object', 'embed', 'base', 'applet']);
const addresses = new Set('href src srcset action formaction poster data background'.split(' '));
const scheme = /^(java|vb)script:/i;

/** Characters that browsers strip before the scheme of a URL. */
const dropped = /[\0-\x20]/g;

const importsElsewhere = /@import\s*(url\()?\s*["']?(https?:|\/\/)/i;

/** Throws if the text contains anything that would run or load from elsewhere. */
const mustBeHarmless = (text: string): void => {
  let isStyle = false;
  const parser = new Parser(
    {
      ontext: (css) => must(!isStyle || !importsElsewhere.test(css), 'no sheet from elsewhere'),
      onclosetag: () => (isStyle = false),
      onopentag: (name, attributes) => {
        isStyle = localNameOf(name) === 'style';
        must(!runs.has(localNameOf(name)), `no element ${name}`);
        for (const [key, value] of Object.entries(attributes)) {
          must(!/^on/.test(localNameOf(key)), `no attribute ${key}`);
          // A namespace declaration is not a link, whatever its prefix.
          const leads = addresses.has(localNameOf(key)) && !key.startsWith('xmlns:');
          const acts = leads && scheme.test(value.replace(dropped, ''));
          must(!acts, `no script in ${key}`);
          const animates =
            /^(set|animate)/.test(localNameOf(name)) &&
            localNameOf(key) === 'attributename' &&
            /^(on|.*href$|src$)/i.test(value);
          must(!animates, `no animation of ${value}`);
        }
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
};

/** Texts and drawings of EPUBs, after cleaning for the browser. */
export const target: Target = {
  seeds: () => [
    Buffer.from(page),
    ...entriesOf('{library/Books/**,faults/epub-hostile}/*.epub', /\.(x?html|svg)$/, 12 * 1024),
  ],
  tokens: [
    ...[
      '<script>',
      '</script>',
      '<svg>',
      '<math>',
      '<style>',
      '</style>',
      '<!--',
      '-->',
      '<![CDATA[',
    ],
    ...[']]>', '<template>', '<noscript>', '<iframe ', '<base href="', '<a href="', 'javascript:'],
    ...[
      'jav&#x09;ascript:',
      '&#106;avascript:',
      'java&#xfffe;script:',
      'href="java\u0001script:',
      'href&#1;',
      ' onload=',
      ' onerror="',
      '="',
      "='",
      '/>',
      '</',
      '<?',
    ],
    ...[
      'xlink:href="',
      'xmlns:x="',
      'x:',
      'epub:',
      'data:text/html,',
      '//a.example/',
      '<foreignObject>',
    ],
    ...[
      '<animate attributeName="href" to="',
      'style="',
      'url(',
      '@import "',
      'https://a.example/',
      '\\',
      '\0',
      '\ufffe',
      '&nbsp;',
      '&lt;',
    ],
  ],
  run: async (input) => {
    const [first = 0] = input;
    const text = await sanitize(input, { path: 'a/b.xhtml', html: first % 2 === 0 });
    mustBeHarmless(text);
    const empty = !text.includes('<', 5);
    // oxlint-disable-next-line typescript/no-deprecated -- the same code as its successor's package
    must(empty || XMLValidator.validate(text) === true, 'what is given out is well-formed');
    const plain = plainText(input.toString('utf8'))?.length ?? 0;
    const elements = new Set(Array.from(text.matchAll(/<(\w+)/g), ([, name]) => name));
    return `${Math.log2(plain + 1).toFixed()} ${[...elements].sort().join().slice(0, 200)}`;
  },
};
