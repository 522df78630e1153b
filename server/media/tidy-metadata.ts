import type { EmbeddedMetadata } from './metadata.ts';

/** Bounds that no real book reaches. Lists of books repeat the names of their series. */
const maxText = 2048;
const maxParagraphs = 64 * 1024;
const maxEntries = 1000;

const tidyText = (text: string, most: number): string | null =>
  text
    .slice(0, most)
    .toWellFormed()
    // Terminals obey control characters, and XML cannot hold them.
    .replace(/[^\P{Cc}\t\n\r]/gu, ' ')
    .trim() || null;

/** A value of a list; null to leave it out. */
const tidyEntry = (entry: unknown): unknown => {
  if (typeof entry === 'string') return tidyText(entry, maxText);
  const fields = Object.entries(entry as object).map(
    ([name, value]: [string, unknown]) =>
      [name, typeof value === 'string' ? (tidyText(value, maxText) ?? '') : value] as const,
  );
  return Object.fromEntries(fields);
};

const tidyValue = (name: string, value: unknown): unknown => {
  if (typeof value === 'string') {
    return tidyText(value, name === 'summary' ? maxParagraphs : maxText);
  }
  if (!Array.isArray(value)) return value;
  return value
    .slice(0, maxEntries)
    .map(tidyEntry)
    .filter((entry) => entry !== null);
};

/** Metadata of a file without control characters, and without texts and lists that fill the memory. */
export const tidyMetadata = <Metadata extends EmbeddedMetadata>(metadata: Metadata): Metadata =>
  Object.fromEntries(
    Object.entries(metadata).map(([name, value]: [string, unknown]) => [
      name,
      tidyValue(name, value),
    ]),
  ) as unknown as Metadata;
