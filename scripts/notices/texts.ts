import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Shipped } from './shipped.ts';

const named = /^(licen[cs]e|copying|notice)s?([-_.].*)?$/i;
const code = /\.(svg|[cm]?[jt]sx?|json|map)$/i;

/**
 * All licence and notice texts of a package without duplicates, because some packages include
 * third-party fonts and programs. Throws if there are none.
 */
export const textsOf = ({ name, licence, folder }: Shipped): string[] => {
  const found = globSync('**/*', { cwd: folder, exclude: ['node_modules'] })
    .filter((file) => named.test(path.basename(file)) && !code.test(file))
    .sort()
    .map((file) => read(path.join(folder, file)));
  // Its README lists the libraries in libvips and their licences.
  if (name.startsWith('@img/sharp-libvips')) found.push(read(path.join(folder, 'README.md')));
  if (found.length === 0 && licence === 'MIT') found.push(mit(folder));
  if (found.length === 0) throw new Error(`${name} (${licence}) comes without its licence`);
  return [...new Set(found)];
};

const read = (file: string): string => readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim();

/** The MIT text with the authors' names, for packages that declare MIT without a text. */
const mit = (folder: string): string => {
  const { author, name } = JSON.parse(read(path.join(folder, 'package.json'))) as {
    name: string;
    author?: string | { name?: string };
  };
  const who = typeof author === 'string' ? author : author?.name;
  const text = read(path.resolve(import.meta.dirname, '../../LICENSE'));
  return text.replace(/^Copyright.*$/m, `Copyright (c) ${who ?? `the authors of ${name}`}`);
};
