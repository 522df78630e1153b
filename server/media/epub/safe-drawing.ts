import { escapeMarkup } from '../../text/escape-xml.ts';
import { imageSize } from '../image-size/image-size.ts';
import { imageTypeOf, isDrawing } from '../media-type.ts';
import { readXml, type XmlElement } from './xml.ts';

/** Longest file, bytes: a photograph in it is in Base64. */
const maxBytes = 16 * 1024 * 1024;
/** Maximum characters without pictures: the shapes of a cover have some ten thousand. */
const maxMarkup = 512 * 1024;
/** Estimated time of drawing, ms, what `use` repeats counted each time. */
const maxWork = 5000;
/** Measured time of an element with a gradient or a layer over everything, ms. */
const elementWork = 3;
/** Measured time of a number in a path whose lines all cross, ms. */
const numberWork = 1;
/** Each level can need a layer of its own, the size of the drawing. */
const maxDepth = 32;
/** Maximum pixels of a drawing. */
const box = { width: 800, height: 1200 };
/** Maximum ratio of the sides. */
const maxRatio = 20;

const shapes = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'];
const allowed = new Set([
  ...['svg', 'g', 'defs', 'symbol', 'use', 'image', 'text', 'tspan', 'style', 'clipPath'],
  ...['linearGradient', 'radialGradient', 'stop', ...shapes],
]);
const isOwn = /^#[\w.:-]+$/;
const pictureTypes = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/**
 * Rewrites an SVG so that an image library can draw it: only shapes, text, gradients and pictures
 * within the file; nothing loads from elsewhere, no entity, filter, mask, pattern or dash is left,
 * and size, elements and pixels are bounded. Null if it cannot be drawn or exceeds a bound.
 */
export const safeDrawing = (bytes: Buffer, maxPixels: number): string | null => {
  if (bytes.length > maxBytes || !isDrawing(bytes)) return null;
  const root = readXml(bytes)?.root;
  const size = root && sizeOf(root);
  if (root?.name !== 'svg' || !size || !isBounded(root)) return null;
  const writer = { left: maxMarkup, pixels: maxPixels };
  const content = contentOf(root, 1, writer);
  if (content === null) return null;
  const { viewBox, width, height } = size;
  const scale = Math.min(box.width / width, box.height / height);
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  const ratio = root.attributes['preserveAspectRatio'];
  const shown = {
    viewBox: viewBox.join(' '),
    width: String(side(width)),
    height: String(side(height)),
    ...(ratio !== undefined && /^[\w ]{1,30}$/.test(ratio) && { preserveAspectRatio: ratio }),
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${attributesOf(shown)}>${content}</svg>`;
};

const sizeOf = ({ attributes }: XmlElement) => {
  const length = (name: string) =>
    Number.parseFloat(/^\s*([\d.]+)(px|pt)?\s*$/.exec(attributes[name] ?? '')?.[1] ?? '');
  const given = (attributes['viewBox'] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const viewBox =
    given.length === 4 && given.every(Number.isFinite)
      ? given
      : [0, 0, length('width'), length('height')];
  const [, , width = 0, height = 0] = viewBox;
  const isSound = width > 0 && height > 0 && width / height < maxRatio && height / width < maxRatio;
  return isSound ? { viewBox, width, height } : null;
};

/** Whether depth and estimated time are within bounds, with every repetition by `use` counted. */
const isBounded = (root: XmlElement): boolean => {
  const byId = new Map<string, XmlElement>();
  let elements = 0;
  const collect = (element: XmlElement, depth: number): boolean => {
    elements += 1;
    if (depth > maxDepth || elements > maxWork) return false;
    const { id } = element.attributes;
    if (id !== undefined && !byId.has(`#${id}`)) byId.set(`#${id}`, element);
    return elementsIn(element).every((child) => collect(child, depth + 1));
  };
  if (!collect(root, 1)) return false;
  const known = new Map<XmlElement, number>();
  const workOf = (element: XmlElement): number => {
    const before = known.get(element);
    if (before !== undefined) return before;
    // A placeholder until the time is known, because an element that contains itself takes forever.
    known.set(element, Infinity);
    const target = element.name === 'use' ? byId.get(hrefOf(element)) : undefined;
    const { d = '', points = '' } = element.attributes;
    const sum = [...elementsIn(element), ...(target ? [target] : [])].reduce(
      (total, child) => total + workOf(child),
      elementWork + numberWork * (numbersIn(d) + numbersIn(points)),
    );
    known.set(element, sum);
    return sum;
  };
  return workOf(root) <= maxWork;
};

const numbersIn = (data: string): number => data.match(/\d*\.?\d+/g)?.length ?? 0;

const elementsIn = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child) => typeof child !== 'string');

const hrefOf = ({ attributes }: XmlElement): string =>
  (attributes['href'] ?? attributes['xlink:href'] ?? '').trim();

interface Writer {
  /** Characters that can still be written. */
  left: number;
  /** Pixels that pictures can still have. */
  pixels: number;
}

/** Null if a bound is exceeded. */
const contentOf = (element: XmlElement, depth: number, writer: Writer): string | null => {
  const parts: string[] = [];
  for (const child of element.children) {
    const part =
      typeof child === 'string'
        ? textIn(element, child)
        : allowed.has(child.name)
          ? written(child, depth, writer)
          : '';
    if (part === null) return null;
    if (typeof child === 'string') writer.left -= part.length;
    if (writer.left < 0) return null;
    parts.push(part);
  }
  return parts.join('');
};

const textIn = ({ name }: XmlElement, text: string): string => {
  if (name === 'style') return escapeMarkup(safeCss(text));
  return name === 'text' || name === 'tspan' ? escapeMarkup(text) : '';
};

const written = (element: XmlElement, depth: number, writer: Writer): string | null => {
  const { name } = element;
  const href = hrefOf(element);
  const link = name === 'image' ? pictureOf(href, writer) : isOwn.test(href) ? href : null;
  if ((name === 'image' || name === 'use') && link === null) return '';
  const own = attributesOf(
    Object.fromEntries(Object.entries(element.attributes).filter(isSafeAttribute)),
  );
  writer.left -= own.length + 2 * name.length + 5;
  const content = contentOf(element, depth + 1, writer);
  return content === null
    ? null
    : `<${name}${own}${link === null ? '' : attributesOf({ 'xlink:href': link })}>${content}</${name}>`;
};

/** A picture within the file that has the type it claims; null for anything else. */
const pictureOf = (href: string, writer: Writer): string | null => {
  const [, claimed = '', data = ''] = /^data:(image\/\w+);base64,([\w+/=\s]+)$/.exec(href) ?? [];
  if (!pictureTypes.has(claimed)) return null;
  const bytes = Buffer.from(data, 'base64');
  const type = imageTypeOf(bytes);
  const size = imageSize(bytes);
  if (type === null || !pictureTypes.has(type) || !size) return null;
  writer.pixels -= size.width * size.height;
  return writer.pixels < 0 ? null : `data:${type};base64,${bytes.toString('base64')}`;
};

/** Features that need separate layers, repeat, or take unbounded time. */
const costly = /^(filter|mask|marker.*|stroke-dash.*|mix-blend-mode|enable-background)$/i;
/** An external address, or a notation that could hide one. */
const outside = /\\|@|url\(\s*(?!['"]?#)|image-set|expression|javascript:/i;

const isSafeAttribute = ([name, value]: [string, string]): boolean => {
  if (name === 'style') return !outside.test(value) && !hasCostly(value);
  return (
    /^[a-z][a-zA-Z0-9-]*$/.test(name) &&
    !/^(on.*|href|src|base|xmlns)$/i.test(name) &&
    !costly.test(name) &&
    !outside.test(value)
  );
};

const hasCostly = (css: string): boolean =>
  /(filter|mask|marker|stroke-dash|mix-blend-mode|enable-background)[\w-]*\s*:/i.test(css);

/** A style sheet is used as a whole, or dropped. */
const safeCss = (css: string): string => (outside.test(css) || hasCostly(css) ? '' : css);

const attributesOf = (attributes: Record<string, string>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`)
    .join('');
