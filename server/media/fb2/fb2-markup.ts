import { clamp } from '../../../shared/clamp.ts';
import { escapeMarkup } from '../../text/escape-xml.ts';
import { attributeOf, elementsOf, textOf, type XmlElement } from '../epub/xml.ts';

/** Elements with the same meaning, and how they are written in XHTML. */
const tags: Partial<Record<string, string>> = {
  p: 'p',
  v: 'p class="v"',
  subtitle: 'p class="subtitle"',
  'text-author': 'p class="author"',
  date: 'p class="date"',
  emphasis: 'em',
  strong: 'strong',
  strikethrough: 's',
  sub: 'sub',
  sup: 'sup',
  code: 'code',
  style: 'span',
  poem: 'div class="poem"',
  stanza: 'div class="stanza"',
  cite: 'blockquote',
  epigraph: 'blockquote class="epigraph"',
  annotation: 'div class="annotation"',
  section: 'section',
  table: 'table',
  tr: 'tr',
  th: 'th',
  td: 'td',
};

/** The sheet of all books. */
export const fb2Sheet = `p { margin: 0; text-indent: 1.5em }
h1 + p, h2 + p, h3 + p, blockquote p, td p { text-indent: 0 }
h1, h2, h3, h4, h5, h6, .subtitle { text-align: center; text-indent: 0; margin: 1em 0 }
.subtitle { font-weight: bold }
.poem { margin: 1em 2em }
.stanza { margin-bottom: 1em }
.v { text-indent: 0 }
.author, .date { text-align: right; font-style: italic }
.epigraph { margin: 1em 0 1em 40%; font-style: italic }
td, th { border: 1px solid; padding: 0.2em 0.5em }
img { max-width: 100% }
`;

/** Longer titles are chapters: calibre writes whole ones into their title. */
const maxTitleLines = 4;

const titleLines = (title: XmlElement): XmlElement[] => {
  const lines = elementsOf(title, 'p');
  return lines.length > maxTitleLines ? lines.slice(0, 1) : lines;
};

/** Where things of a book are in its EPUB. */
export interface Fb2Places {
  /** The name of a picture by its address in the file. */
  picture(address: string): string | null;
  /** The text with an element, by its id. */
  target(id: string): string | null;
  /** The id of a section that the contents lead to. */
  idOf(section: XmlElement): string | null;
}

/** Writes elements of a FictionBook as XHTML. */
export const createFb2Writer = ({ picture, target, idOf }: Fb2Places) => {
  const idIn = (element: XmlElement): string => {
    const id = idOf(element) ?? attributeOf(element, 'id');
    return id === null ? '' : ` id="${escapeMarkup(id)}"`;
  };
  const childrenOf = (element: XmlElement, depth: number): string =>
    element.children
      .map((child) => (typeof child === 'string' ? escapeMarkup(child) : write(child, depth)))
      .join('');

  const special: Partial<Record<string, (element: XmlElement, depth: number) => string>> = {
    title: (element, depth) => {
      const lines = titleLines(element);
      const [first] = lines;
      if (!first) return '';
      const isWhole = lines.length === elementsOf(element, 'p').length;
      const children = elementsOf(element);
      const rest = isWhole ? [] : children.slice(children.indexOf(first) + 1);
      const tag = `h${clamp(depth, 1, 6)}`;
      const heading = lines.map((line) => childrenOf(line, depth)).join('<br/>');
      return `<${tag}${idIn(element)}>${heading}</${tag}>${rest.map((child) => write(child, depth)).join('')}`;
    },
    'empty-line': () => '<p>&#160;</p>',
    image: (element) => {
      const name = picture(attributeOf(element, 'href') ?? '');
      const alt = escapeMarkup(attributeOf(element, 'alt') ?? '');
      return name === null ? '' : `<img${idIn(element)} src="${name}" alt="${alt}"/>`;
    },
    a: (element, depth) => {
      const href = attributeOf(element, 'href') ?? '';
      const text = target(href.slice(1));
      const address = href.startsWith('#') ? (text === null ? '' : text + href) : href;
      const type = attributeOf(element, 'type') === 'note' ? ' epub:type="noteref"' : '';
      return `<a${idIn(element)} href="${escapeMarkup(address)}"${type}>${childrenOf(element, depth)}</a>`;
    },
    binary: () => '',
  };

  const write = (element: XmlElement, depth: number): string => {
    const own = special[element.name];
    if (own) return own(element, depth);
    const tag = tags[element.name];
    const inside = childrenOf(element, element.name === 'section' ? depth + 1 : depth);
    if (tag === undefined) return inside;
    const spans = ['colspan', 'rowspan'].flatMap((name) => {
      const value = attributeOf(element, name);
      return value === null ? [] : ` ${name}="${escapeMarkup(value)}"`;
    });
    return `<${tag}${idIn(element)}${spans.join('')}>${inside}</${tag.split(' ')[0]}>`;
  };
  return write;
};

/** The title of a section in one line; null without one. */
export const titleOfSection = (section: XmlElement): string | null => {
  const title = elementsOf(section, 'title')[0];
  const lines = title ? titleLines(title).flatMap((line) => textOf(line) ?? []) : [];
  return lines.join(' ') || null;
};
