import path from 'node:path';

import { writeCbz } from '../../server/testing/zip.ts';
import { hostileFiles, html, attacks, silentMarkup, type Payload, type Attack } from './attacks.ts';
import type { AttackerServer } from './attacker-server.ts';

/** How the book is served; `unprotected` is without any protection. */
export type ServingMode = 'cleaned' | 'raw' | 'stripped' | 'unprotected';

export const payloadFor = (
  name: string,
  mode: ServingMode,
  { url, hintedUrl }: AttackerServer,
): Payload => {
  const attackerUrl = `${url}/${mode}/${name}`;
  const call = `fetch('${attackerUrl}', { mode: 'no-cors' })`;
  return {
    attackerUrl,
    hintedUrl,
    unknownHost: `${name}-${mode}.octavo.invalid`,
    act: `(top.acted = top.acted || []).push('${name}'); ${call}`,
    call,
  };
};

/** An XHTML text with these attacks. */
export const hostileText = (
  some: readonly Attack[],
  mode: ServingMode,
  attacker: AttackerServer,
): string => {
  const markupAt = (place: Attack['at']) =>
    some
      .filter((attack) => (attack.at ?? 'body') === place)
      .map((attack) => {
        const markup = attack.markup(payloadFor(attack.name, mode, attacker));
        return place === 'body' ? `<div data-attack="${attack.name}">${markup}</div>` : markup;
      })
      .join('\n');
  const silent = silentMarkup(payloadFor('silent', mode, attacker));
  return `${markupAt('prolog')}${html}<head><title>Hostile</title>${markupAt('head')}${silent.head}</head><body><p>It was a dark and stormy night.</p>${markupAt('body')}${silent.body}</body></html>`;
};

/** Files beside the text with all attacks, or beside that of a single attack. */
export const hostileFile = (
  file: string,
  name: string,
  mode: ServingMode,
  attacker: AttackerServer,
) => hostileFiles(payloadFor(name, mode, attacker))[file];

/** Writes an EPUB that contains all attacks and files; the scanner indexes it like any book. */
export const writeHostileBook = (folder: string, attacker: AttackerServer): void => {
  const files = hostileFiles(payloadFor('file', 'cleaned', attacker));
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
    { name: 'text.xhtml', data: hostileText(attacks, 'cleaned', attacker) },
    ...Object.entries(files).map(([name, [, text]]) => ({ name, data: text })),
  ]);
};
