import { hash } from 'node:crypto';

import {
  type ContentsEntry,
  type DerivedBook,
  type DerivedFile,
  maxContentsDepth,
} from '../derived-epub/derived-book.ts';
import { sanitize } from '../epub/sanitize.ts';
import { attributeOf, elementsOf, readXml, textOf, type XmlElement } from '../epub/xml.ts';
import type { Limits } from '../limits.ts';
import { MediaError } from '../media-error.ts';
import { imageTypeOf } from '../media-type.ts';
import { tooLargeBook } from '../mobi/decompress.ts';
import type { ReadAt } from '../mobi/palm-database.ts';
import { createFb2Writer, fb2Sheet, titleOfSection } from './fb2-markup.ts';
import { coverAddress, readFb2Metadata } from './fb2-metadata.ts';

/** The metadata are at the beginning; those of real books are far shorter, bytes. */
const headBytes = 256 * 1024;
/** A whole book can be larger than a text of an EPUB, because its pictures are in it. */
export const maxFb2Bytes = ({ epub_text_bytes: text }: Limits): number => 4 * text;

const damagedFb2 = (): MediaError =>
  new MediaError('damaged', 'The FictionBook is damaged. Copy or download the file again.');

const rootOf = (bytes: Buffer): XmlElement => {
  const root = readXml(bytes)?.root;
  if (root?.name !== 'FictionBook') throw damagedFb2();
  return root;
};

/** Reads the metadata of a FictionBook from its head. Throws MediaError. */
export const listFb2 = (read: ReadAt) => {
  const head = read(0, headBytes);
  const end = head.indexOf('</description>');
  return readFb2Metadata(rootOf(end < 0 ? head : head.subarray(0, end)));
};

/** A text of the EPUB. */
interface Part {
  name: string;
  content: XmlElement[];
  /** False for notes. */
  linear: boolean;
}

/** The sections of the bodies, and before them what a body itself has. */
const partsOf = (root: XmlElement): Part[] =>
  elementsOf(root, 'body')
    .flatMap((body): Omit<Part, 'name'>[] => {
      if (attributeOf(body, 'name') !== null) return [{ content: [body], linear: false }];
      const sections = elementsOf(body, 'section');
      const before = elementsOf(body).filter(({ name }) => name !== 'section');
      return [
        ...(before.length > 0 ? [{ content: before, linear: true }] : []),
        ...sections.map((section) => ({ content: [section], linear: true })),
      ];
    })
    .map((part, index) => ({ ...part, name: `part${String(index + 1).padStart(4, '0')}.xhtml` }));

const picturesOf = (root: XmlElement): Map<string, DerivedFile> => {
  const pictures = new Map<string, DerivedFile>();
  for (const [index, binary] of elementsOf(root, 'binary').entries()) {
    const bytes = Buffer.from(textOf(binary) ?? '', 'base64');
    const media_type = imageTypeOf(bytes);
    const id = attributeOf(binary, 'id');
    if (media_type === null || id === null) continue;
    const extension = media_type.replace('image/', '').replace('jpeg', 'jpg');
    const name = `image${String(index + 1).padStart(5, '0')}.${extension}`;
    pictures.set(`#${id}`, { name, media_type, bytes });
  }
  return pictures;
};

/** Opens a FictionBook with its texts and pictures. Throws MediaError. */
export const deriveFb2 = (read: ReadAt, size: number, limits: Limits): DerivedBook => {
  if (size > maxFb2Bytes(limits)) throw tooLargeBook();
  const bytes = read(0, size);
  const root = rootOf(bytes);
  const parts = partsOf(root);
  if (parts.length === 0) throw damagedFb2();
  const pictures = picturesOf(root);
  const targets = new Map<string, string>();
  const ids = new Map<XmlElement, string>();
  const collect = (element: XmlElement, part: string) => {
    const id = attributeOf(element, 'id');
    if (id !== null && !targets.has(id)) targets.set(id, part);
    if (element.name === 'section') ids.set(element, id ?? `section${ids.size + 1}`);
    for (const child of elementsOf(element)) collect(child, part);
  };
  for (const { name, content } of parts) content.forEach((element) => collect(element, name));

  const contentsOf = (element: XmlElement, part: string, depth: number): ContentsEntry[] => {
    if (depth > maxContentsDepth) return [];
    const children = elementsOf(element, 'section').flatMap((section) =>
      contentsOf(section, part, depth + 1),
    );
    const title = titleOfSection(element);
    if (title === null || element.name !== 'section') return children;
    return [{ title, href: `${part}#${ids.get(element) ?? ''}`, children }];
  };

  const used = new Set<DerivedFile>();
  const pictureAt = (address: string): DerivedFile | null => {
    const file = pictures.get(address) ?? null;
    if (file) used.add(file);
    return file;
  };
  const write = createFb2Writer({
    picture: (address) => pictureAt(address)?.name ?? null,
    target: (id) => targets.get(id) ?? null,
    idOf: (section) => ids.get(section) ?? null,
  });
  const markupOf = ({ name, content }: Part): Promise<string> => {
    const body = content
      .map((element) =>
        element.name === 'body'
          ? elementsOf(element)
              .map((child) => write(child, 1))
              .join('')
          : write(element, 1),
      )
      .join('');
    const head =
      '<head><title></title><link rel="stylesheet" type="text/css" href="book.css"/></head>';
    return sanitize(Buffer.from(`<html>${head}<body>${body}</body></html>`), {
      path: name,
      html: false,
    });
  };

  const metadata = readFb2Metadata(root);
  const digest = hash('sha256', bytes);
  return {
    metadata,
    identifier: metadata.isbn === null ? `urn:sha256:${digest}` : `urn:isbn:${metadata.isbn}`,
    contents: parts
      .filter(({ linear }) => linear)
      .flatMap(({ name, content }) => content.flatMap((element) => contentsOf(element, name, 0))),
    cover: pictureAt(coverAddress(root) ?? '')?.name ?? null,
    async *files() {
      for (const part of parts) {
        const text = Buffer.from(await markupOf(part));
        const { name, linear } = part;
        yield { name, media_type: 'application/xhtml+xml', bytes: text, linear };
      }
      yield { name: 'book.css', media_type: 'text/css', bytes: Buffer.from(fb2Sheet) };
      for (const picture of pictures.values()) if (used.has(picture)) yield picture;
    },
  };
};
