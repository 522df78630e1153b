import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { listEpub } from '../media/epub/list-epub.ts';
import { createMarkupParser } from '../media/epub/markup-parser.ts';
import type { NavigationEntry } from '../media/epub/publication.ts';
import { defaultLimits } from '../media/limits.ts';
import { readZipDirectory } from '../media/zip/directory.ts';
import { readEntry } from '../media/zip/read-entry.ts';

/** The visible text of an HTML or XHTML file, with single spaces. */
export const textOfHtml = (html: string): string => {
  let text = '';
  let hidden = 0;
  const parser = createMarkupParser({
    onopentag: (name) => {
      if (name === 'head') hidden += 1;
    },
    onclosetag: (name) => {
      if (name === 'head') hidden -= 1;
      text += /^(p|h\d|li|t[dhr]|br|div|blockquote)$/.test(name) ? ' ' : '';
    },
    ontext: (data) => {
      if (hidden === 0) text += data;
    },
  });
  parser.end(html);
  return text.replace(/[\s\xa0]+/g, ' ').trim();
};

const titlesOf = (entries: readonly NavigationEntry[]): string[] =>
  entries.flatMap(({ title, children }) => [title, ...titlesOf(children)]);

const targetsOf = (entries: readonly NavigationEntry[]): string[] =>
  entries.flatMap(({ href, children }) => [href ?? '', ...targetsOf(children)]);

/** Opens an EPUB that was made from a file, with facts about it that tests compare. */
export const readDerived = async (chunks: AsyncIterable<Buffer>) => {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  const bytes = Buffer.concat(parts);
  const dir = mkdtempSync(join(tmpdir(), 'octavo-derived-'));
  writeFileSync(join(dir, 'book.epub'), bytes);
  const fd = openSync(join(dir, 'book.epub'), 'r');
  try {
    const { entries } = readZipDirectory(fd, bytes.length);
    const unpack = (entry: (typeof entries)[number]) => readEntry(fd, entry, { verify: true });
    const listing = listEpub({ entries, size: bytes.length, limits: defaultLimits, unpack });
    const files = new Map(entries.map((entry) => [entry.name, unpack(entry).toString()]));
    const spine = listing.publication.spine.map(({ path }) => path);
    const texts = spine.map((name) => files.get(name) ?? '');
    const found = (pattern: RegExp) =>
      spine.flatMap((name) =>
        Array.from((files.get(name) ?? '').matchAll(pattern), ([, address = '', text = '']) => ({
          address: address.startsWith('#') ? `${name}${address}` : address,
          text: textOfHtml(text),
        })),
      );
    const links = found(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs);
    const pictures = found(/<img [^>]*src="([^"]*)"/g);
    const isThere = (address: string): boolean => {
      const [name = '', id] = address.split('#');
      const file = files.get(name);
      return file !== undefined && (id === undefined || file.includes(` id="${id}"`));
    };
    const { toc } = listing.publication;
    const addresses = [...links, ...pictures].map(({ address }) => address);
    return {
      bytes,
      listing,
      files,
      names: [...files.keys()],
      text: texts.map(textOfHtml).join(' ').replace(/ +/g, ' ').trim(),
      contents: titlesOf(toc),
      links: links.map(({ text }) => text),
      pictures: pictures.length,
      /** Addresses that lead nowhere. */
      brokenLinks: [...addresses, ...targetsOf(toc)].filter((address) => !isThere(address)),
    };
  } finally {
    closeSync(fd);
    rmSync(dir, { recursive: true });
  }
};
