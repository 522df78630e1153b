import path from 'node:path';

import { writeCbz } from '../../server/testing/zip.ts';
import {
  hostileFiles,
  html,
  shapes,
  silentMarkup,
  type Means,
  type Shape,
} from './hostile-shapes.ts';
import type { Stranger } from './stranger.ts';

/** How the book is served; `loose` is without any protection. */
export type Way = 'cleaned' | 'raw' | 'stripped' | 'loose';

export const meansOf = (name: string, way: Way, { url, hinted }: Stranger): Means => {
  const stranger = `${url}/${way}/${name}`;
  const call = `fetch('${stranger}', { mode: 'no-cors' })`;
  return {
    stranger,
    hinted,
    unknownHost: `${name}-${way}.octavo.invalid`,
    act: `(top.acted = top.acted || []).push('${name}'); ${call}`,
    call,
  };
};

/** An XHTML text with these attacks. */
export const hostileText = (some: readonly Shape[], way: Way, stranger: Stranger): string => {
  const markupAt = (place: Shape['at']) =>
    some
      .filter((shape) => (shape.at ?? 'body') === place)
      .map((shape) => {
        const markup = shape.markup(meansOf(shape.name, way, stranger));
        return place === 'body' ? `<div data-shape="${shape.name}">${markup}</div>` : markup;
      })
      .join('\n');
  const silent = silentMarkup(meansOf('silent', way, stranger));
  return `${markupAt('prolog')}${html}<head><title>Hostile</title>${markupAt('head')}${silent.head}</head><body><p>It was a dark and stormy night.</p>${markupAt('body')}${silent.body}</body></html>`;
};

/** Files beside the text with all attacks, or beside that of a single attack. */
export const hostileFile = (file: string, name: string, way: Way, stranger: Stranger) =>
  hostileFiles(meansOf(name, way, stranger))[file];

/** Writes an EPUB that contains all attacks and files; the scanner indexes it like any book. */
export const writeHostileBook = (folder: string, stranger: Stranger): void => {
  const files = hostileFiles(meansOf('file', 'cleaned', stranger));
  const items = Object.entries(files).map(
    ([name, [type]]) => `<item id="${name}" href="${name}" media-type="${type}"/>`,
  );
  writeCbz(path.join(folder, 'Hostile', 'Hostile.epub'), [
    { name: 'mimetype', data: 'application/epub+zip' },
    {
      name: 'META-INF/container.xml',
      data: '<container><rootfiles><rootfile full-path="package.opf"/></rootfiles></container>',
    },
    {
      name: 'package.opf',
      data: `<package><metadata><title>Hostile</title></metadata><manifest><item id="t" href="text.xhtml" media-type="application/xhtml+xml"/>${items.join('')}</manifest><spine><itemref idref="t"/></spine></package>`,
    },
    { name: 'text.xhtml', data: hostileText(shapes, 'cleaned', stranger) },
    ...Object.entries(files).map(([name, [, text]]) => ({ name, data: text })),
  ]);
};
