import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { Shipped } from './shipped.ts';

const named = /^(licen[cs]e|copying|notice)s?([-_.].*)?$/i;
const code = /\.(svg|[cm]?[jt]sx?|json|map)$/i;

/**
 * The texts that a package asks to be passed on: every licence and notice in it, for some carry
 * fonts and programs of others, and each text once. Throws when there is none to be had.
 */
export const textsOf = ({ name, licence, folder }: Shipped): string[] => {
  const found = globSync('**/*', { cwd: folder, exclude: ['node_modules'] })
    .filter((file) => named.test(path.basename(file)) && !code.test(file))
    .sort()
    .map((file) => read(path.join(folder, file)));
  // The libraries within libvips, with the licence of each, are listed there.
  if (name.startsWith('@img/sharp-libvips')) found.push(read(path.join(folder, 'README.md')));
  if (found.length === 0 && licence === 'MIT') found.push(mit(folder));
  if (found.length === 0) throw new Error(`${name} (${licence}) comes without its licence`);
  return [...new Set(found)];
};

const read = (file: string): string => readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim();

/** For the few that say MIT and bring no text: the same words under the name of their authors. */
const mit = (folder: string): string => {
  const { author, name } = JSON.parse(read(path.join(folder, 'package.json'))) as {
    name: string;
    author?: string | { name?: string };
  };
  const who = typeof author === 'string' ? author : author?.name;
  const text = read(path.resolve(import.meta.dirname, '../../LICENSE'));
  return text.replace(/^Copyright.*$/m, `Copyright (c) ${who ?? `the authors of ${name}`}`);
};
