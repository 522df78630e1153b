import { describe, expect, it, test } from 'vitest';

import { sanitize } from './sanitize.ts';
import { validateXml } from '../../testing/validate-xml.ts';

const clean = async (source: string, { path = 'OPS/text/a.xhtml', html = false } = {}) => {
  const xml = await sanitize(Buffer.from(source), { path, html });
  expect([xml, validateXml(xml)]).toEqual([xml, true]);
  return xml.slice(xml.indexOf('\n') + 1);
};
/** The sanitized content of a body. */
const body = async (inside: string) => {
  const xml = await clean(`<html xmlns="h"><body>${inside}</body></html>`);
  return xml.slice(xml.indexOf('<body>') + 6, xml.lastIndexOf('</body>'));
};

describe('nothing active is left of', () => {
  test.each([
    ['a script', '<p>a</p><script>x()</script><SCRIPT src="x"/><svg:script>x</svg:script>'],
    ['a frame', '<p>a</p><iframe src="x"><b/></iframe><object data="x"/><embed src="x"/>'],
    ['an event', '<p onclick="x()" ONLOAD="x()" ev:onfoo="x()">a</p>'],
    ['a base', '<base href="https://evil.example/"/><p xml:base="https://evil.example/">a</p>'],
    ['a refresh', '<meta http-equiv="refresh" content="0"/><p>a</p>'],
    ['a preload', '<link rel="preload" href="x"/><link rel="import" href="x"/><p>a</p>'],
    ['an instruction', '<?xml-stylesheet href="x.xsl" type="text/xsl"?><p>a</p>'],
    ['a comment', '<!-- <script>x</script> --><p>a</p>'],
    ['an animation of an address', '<set attributeName="xlink:href" to="javascript:x"/><p>a</p>'],
  ])('%s', async (_, source) => {
    expect((await body(source)).replace(/<svg:\/>/, '')).toBe('<p>a</p>');
  });

  test.each([
    'javascript:x',
    ' java\tscript:x',
    'java&#10;script:x',
    '&#1;javascript:x',
    'JAVASCRIPT:x',
    'vbscript:x',
    'data:text/html,x',
    'data:image/svg+xml,x',
    'blob:x',
    'file:///etc/passwd',
  ])('an address like %s', async (address) => {
    expect(await body(`<a href="${address}">a</a>`)).toBe('<a>a</a>');
    expect(await body(`<img src="${address}"/>`)).toBe('<img/>');
    expect(await body(`<svg xmlns="s"><a xlink:href="${address}">a</a></svg>`)).toBe(
      '<svg xmlns="s"><a>a</a></svg>',
    );
  });

  test.each([
    'https://tracker.example/p.gif',
    '//tracker.example/p.gif',
    '\\\\tracker.example\\p.gif',
    '/\\tracker.example/p.gif',
    'ht\ntps://tracker.example/p.gif',
  ])('a picture from elsewhere: %j', async (address) => {
    expect(await body(`<img src="${address}"/>`)).toBe('<img/>');
    expect(await body(`<link rel="stylesheet" href="${address}"/>`)).toBe(
      '<link rel="stylesheet"/>',
    );
    expect(await body(`<img srcset="${address} 2x"/>`)).toBe('<img/>');
  });
});

describe('no part of a page leaves the book or speaks for the server', () => {
  test.each([
    '<img srcset="../../../../../settings 2x"/>',
    '<img srcset="a.png 1x, /api/v1/users 2x"/>',
    '<img srcset="a.png, %2e%2e/..\\../x 2x"/>',
    '<img attributionsrc="https://evil.example/" referrerpolicy="unsafe-url"/>',
    '<meta name="referrer" content="unsafe-url"/><img/>',
    '<permission type="camera"/><geolocation/><img/>',
    '<animate ATTRIBUTENAME="HREF" values="javascript:x"/><img/>',
    '<img fill="url(https://evil.example/a)" filter="URL( //evil.example#a)"/>',
    '<img mask="\\75rl(//evil.example)" cursor="image-set(\'https://evil.example/a\' 1x)"/>',
    '<img marker-end="url(../../../../x#a)" stroke="url(/x#a)" to="url(//evil.example)"/>',
  ])('%s', async (source) => {
    expect(await body(source)).toBe('<img/>');
  });

  test.each([
    '<img srcset="../images/a.png 1x, ../images/b.png 2x"/>',
    '<path fill="url(#paint)" stroke="red" filter="url(\'#a:b\') blur(1px)"></path>',
  ])('%s stays', async (source) => {
    expect(await body(source)).toBe(source);
  });
});

describe('what makes a book stays', () => {
  test.each([
    '<h1 id="a" class="b" style="color: red" lang="de">T</h1>',
    '<ruby>漢<rt>かん</rt></ruby>',
    '<a id="anchor"></a><a href="#x">a</a><a href="b.xhtml#y">b</a>',
    '<a href="https://example.org/">web</a><a href="mailto:a@example.org">mail</a>',
    '<img src="../images/a%20b.png" alt="&lt;&quot;&amp;&quot;&gt;"/><br/><hr/>',
    '<img src="data:image/png;base64,AAAA"/>',
    '<table><tr><td colspan="2">x</td></tr></table>',
    '<math xmlns="m"><mi>x</mi></math>',
    '<svg xmlns="s" viewBox="0 0 1 1"><path d="M0 0"></path></svg>',
  ])('%s', async (source) => {
    expect(await body(source)).toBe(source);
  });

  it('with the names of characters that HTML knows', async () => {
    expect(await body('<p>&nbsp;&eacute;&amp;&lt;&unknown;</p>')).toBe('<p>\u00a0é&amp;&lt;</p>');
  });

  it('and what its parts are, though nobody declared the prefix', async () => {
    expect(await body('<p epub:type="footnote">a</p>')).toBe(
      '<p xmlns:epub="http://www.idpf.org/2007/ops" epub:type="footnote">a</p>',
    );
  });

  it('and styles of its own, whatever they contain', async () => {
    expect(await body('<style><![CDATA[p > a { color: red }]]></style>')).toBe(
      '<style>p &gt; a { color: red }</style>',
    );
  });
});

describe('all that follows an element without content and without an end stays beside it', () => {
  test.each([
    ['<p>a<br>b<br>c</p><p>d</p>', '<p>a<br/>b<br/>c</p><p>d</p>'],
    ['<img src=a.png><p>a</p><hr><p>b</p>', '<img src="a.png"/><p>a</p><hr/><p>b</p>'],
    ['<embed src="x"><p>a</p>', '<p>a</p>'],
    ['<IMG xmlns:q="u">a<q:b/><br></br>', '<IMG xmlns:q="u"/>a<b></b><br/>'],
  ])('%s', async (source, expected) => {
    expect(await body(source)).toBe(expected);
  });

  it('but what a package says between its tags stays there', async () => {
    const source = '<package xmlns="o"><meta property="p">a</meta></package>';
    expect(await clean(source)).toBe(source);
  });
});

describe('an address that climbs out of the book', () => {
  test.each([
    ['../../../../media/a.jpg', '../../media/a.jpg'],
    ['/OPS/a.jpg', '../../OPS/a.jpg'],
    ['%2e%2e/%2e%2e/%2e%2e/a.jpg', '../../a.jpg'],
    ['..\\..\\..\\a.jpg', '../../a.jpg'],
    ['../../../a.jpg#x', '../../a.jpg#x'],
  ])('%s is led back into it', async (address, expected) => {
    expect(await body(`<img src="${address}"/>`)).toBe(`<img src="${expected}"/>`);
  });
});

const manyPrefixes = Array.from({ length: 70 }, (_, index) => `xmlns:n${index}="u${index}"`)
  .concat('xmlns:epub="http://www.idpf.org/2007/ops"', 'epub:type="a"')
  .join(' ');

describe('the result is well-formed', () => {
  test.each([
    ['elements that are not closed', '<html><body><p>a<p>b<div>'],
    ['ends without a beginning', '<html></b></p><body>a</body></html></html>'],
    ['names that every object has', '<html><constructor toString="1" __proto__:a="1"/></html>'],
    ['a root that may not stay', '<meta http-equiv="refresh">a</meta><html/>'],
    ['two roots', '<html><body/></html><html><body/></html>'],
    ['prefixes that nobody declared', '<html><a:b c:d="1" epub:type="x" xlink:href="#y"/></html>'],
    ['names that are none', '<html><1a/><a <b="1" c"d="2"/></html>'],
    ['attributes twice', '<html><p a="1" a="2"/></html>'],
    [
      'namespaces that XML reserves',
      '<html xmlns:xml="u" xmlns:a="" xmlns:xmlns="u"><a:b/></html>',
    ],
    ['an attribute by two prefixes', '<html xmlns:a="u" xmlns:b="u"><p a:x="1" b:x="2"/></html>'],
    ['more prefixes than are known', `<html ${manyPrefixes}><p epub:type="a"/></html>`],
    ['nothing that may stay', '<script>x</script>'],
    ['characters that XML has not', '<html><p>a\u0000\u0008\ud800b&#0;&#xfffe;</p></html>'],
    ['elements without an end', '<html>'.padEnd(300_000, '<b>')],
    ['a document type with entities', '<!DOCTYPE html [<!ENTITY a "b">]><html>&a;</html>'],
  ])('for %s', async (_, source) => {
    expect(await clean(source)).toMatch(/^<html [^>]*xmlns="http:\/\/www\.w3\.org\/1999\/xhtml"/);
  });

  it('for HTML, which closes elements by itself', async () => {
    expect(await clean('<P>a<br>b<P>c<img src=d.png>', { html: true })).toBe(
      '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>a<br/>b</p><p>c<img src="d.png"/></p></body></html>',
    );
  });

  it('for a text of many slices', async () => {
    const paragraph = '<p>漢字 😀 and more</p>';
    const xml = await clean(`<html><body>${paragraph.repeat(20_000)}</body></html>`);
    expect(xml.split(paragraph)).toHaveLength(20_001);
  });
});

test.each([
  '<p><a href="java&#xfffe;script:alert(1)">x</a></p>',
  '<p><a href="java\ufffescript:alert(1)">x</a></p>',
  '<p><img src="ht&#xffff;tp://a.example/x" alt=""/></p>',
  '<svg><a><set attributeName="href&#1;" to="javascript:alert(1)"/></a></svg>',
])('what no XML may hold hides nothing: %j', async (text) => {
  for (const html of [true, false]) {
    expect(await clean(text, { html })).not.toMatch(
      /href="java|"http:\/\/a\.example|attributename/i,
    );
  }
});

test('styles within a text have the names of CSS as well', async () => {
  // Makes the sheet longer than a slice.
  const filler = 'p { color: red }\n'.repeat(2000);
  const rule = 'html { -epub-writing-mode: vertical-rl }';
  const xml = await clean(
    `<html><head><style>${filler}${rule}</style></head><body style="-epub-hyphens: auto">a</body></html>`,
  );
  expect(xml).toContain('{ writing-mode: vertical-rl;-epub-writing-mode: vertical-rl }');
  expect(xml).toContain('<body style="hyphens: auto;-epub-hyphens: auto">');
});
