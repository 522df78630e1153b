import { join } from 'node:path';

import { writeCbz } from './zip.ts';

/** Part of every hidden name. */
export const marker = 'zqx';

const comicInfo = (word: string) =>
  ['Genre', 'Writer', 'Tags', 'Publisher', 'Summary', 'Characters', 'Title', 'Imprint']
    .map((field) => `<${field}>${word} ${field.toLowerCase()}</${field}>`)
    .join('');

/** Writes the files of both halves. */
export const writeHalves = (root: string) => {
  const add = (path: string, word: string, pages = 3) =>
    writeCbz(join(root, path), pages, comicInfo(word));
  for (const series of ['Alpha', 'Beta']) {
    for (const number of [1, 2, 3]) add(`open/${series}/${series} ${number}.cbz`, 'Plain');
  }
  for (const [folder, series] of [
    ['open', 'Aged'],
    ['open', 'Labelled'],
    ['closed', 'Shelved'],
    ['closed', 'Stored'],
  ] as const) {
    const name = `${marker} ${series}`;
    // With a gap, for Health.
    for (const number of [1, 2, 4]) add(`${folder}/${name}/${name} ${number}.cbz`, marker);
  }
  // The same file in both halves, and twice in the hidden one.
  const twin = [{ name: 'page.png', data: Buffer.alloc(64, 7) }];
  for (const path of [
    'Alpha/Alpha 9',
    `${marker} Aged/${marker} 9`,
    `${marker} Aged/${marker} 8`,
  ]) {
    writeCbz(join(root, `open/${path}.cbz`), twin);
  }
};
