import type { DerivedFile } from '../derived-epub/derived-book.ts';
import { safeSheet } from '../epub/safe-styles.ts';
import { sanitize } from '../epub/sanitize.ts';
import { withAnchors } from './anchors.ts';
import { damagedMobi, firstAbove, magicAt, numberAt } from './bytes.ts';
import { contentsOf, readPoints } from './contents.ts';
import { tooLargeBook } from './decompress.ts';
import { readIndex } from './index-records.ts';
import type { MobiHeader } from './mobi-header.ts';
import type { PalmDatabase } from './palm-database.ts';
import type { MobiResources } from './resources.ts';

/** Tags of the indices of skeletons and fragments. */
const tag = { fragments: 1, place: 6 };
const maxFlows = 10_000;

/** A text: a skeleton with its fragments. */
interface Part {
  name: string;
  /** Where it begins in the first flow, bytes. */
  start: number;
  /** One character a byte. */
  text: string;
}

interface Fragment {
  /** Where it is inserted into its part, counted in the first flow. */
  at: number;
  length: number;
}

/** The flows of a text: the first holds all parts, the others style sheets and drawings. */
const readFlows = (database: PalmDatabase, { flows }: MobiHeader, text: Buffer): Buffer[] => {
  if (flows === null) return [text];
  const record = database.record(flows);
  if (magicAt(record, 0) !== 'FDST') return [text];
  const table = numberAt(record, 4, 4);
  const count = numberAt(record, 8, 4);
  if (count > maxFlows) throw damagedMobi();
  return Array.from({ length: count }, (_, index) => {
    const start = numberAt(record, table + index * 8, 4);
    const end = numberAt(record, table + index * 8 + 4, 4);
    if (end < start || end > text.length) throw damagedMobi();
    return text.subarray(start, end);
  });
};

const readFragments = (database: PalmDatabase, index: number | null): Fragment[] =>
  index === null
    ? []
    : readIndex(database, index).entries.map(({ name, tags }) => ({
        at: Number.parseInt(name, 10) || 0,
        length: tags.get(tag.place)?.[1] ?? 0,
      }));

/** Inserts the fragments, which follow the skeleton, into it. */
const assemble = (
  flow: Buffer,
  { start, length }: { start: number; length: number },
  fragments: readonly Fragment[],
): string => {
  let position = start + length;
  if (position > flow.length) throw damagedMobi();
  let text = flow.toString('latin1', start, position);
  for (const fragment of fragments) {
    const insertion = fragment.at - start;
    const end = position + fragment.length;
    if (insertion < 0 || insertion > text.length || end > flow.length) throw damagedMobi();
    text =
      text.slice(0, insertion) + flow.toString('latin1', position, end) + text.slice(insertion);
    position = end;
  }
  return text;
};

const numbered = (index: number): string => String(index + 1).padStart(4, '0');

const readParts = (
  database: PalmDatabase,
  { skeletons }: MobiHeader,
  flow: Buffer,
  fragments: readonly Fragment[],
): Part[] => {
  if (skeletons === null)
    return [{ name: 'part0001.xhtml', start: 0, text: flow.toString('latin1') }];
  let used = 0;
  let size = 0;
  return readIndex(database, skeletons).entries.map(({ tags }, index) => {
    const count = tags.get(tag.fragments)?.[0] ?? 0;
    const [start = 0, length = 0] = tags.get(tag.place) ?? [];
    const text = assemble(flow, { start, length }, fragments.slice(used, used + count));
    used += count;
    size += text.length;
    // Skeletons that overlap would multiply the text.
    if (size > flow.length) throw tooLargeBook();
    return { name: `part${numbered(index)}.xhtml`, start, text };
  });
};

const decoded = (text: string, { encoding }: MobiHeader): string =>
  new TextDecoder(encoding).decode(Buffer.from(text, 'latin1'));

const link = /kindle:pos:fid:([0-9A-V]{1,6}):off:([0-9A-V]{1,10})/g;
const address = /kindle:(flow|embed):([0-9A-V]{1,6})(?:\?mime=[\w/.+-]*)?/g;
const base32 = (digits: string | undefined): number => Number.parseInt(digits ?? '', 32);

/** The texts and contents of a KF8. Throws MediaError. */
export const openKf8 = (
  database: PalmDatabase,
  header: MobiHeader,
  { text, resources }: { text: Buffer; resources: MobiResources },
) => {
  const [main = text, ...flows] = readFlows(database, header, text);
  const fragments = readFragments(database, header.fragments);
  const parts = readParts(database, header, main, fragments);
  const points = readPoints(database, header.contents);

  const starts = parts.map(({ start }) => start);
  /** The part and the offset in it of an offset in a fragment. */
  const find = (fragment: number, offset: number): { part: Part; offset: number } | null => {
    const found = fragments[fragment];
    if (!found) return null;
    const position = found.at + offset;
    const part = parts[firstAbove(starts, position) - 1];
    return part ? { part, offset: position - part.start } : null;
  };
  const targets = Map.groupBy(
    [
      ...parts.flatMap((part) =>
        Array.from(part.text.matchAll(link), ([, fid, off]) => find(base32(fid), base32(off))),
      ),
      ...points.map(({ position }) => position && find(...position)),
    ].filter((target) => target !== null),
    ({ part }) => part,
  );
  const anchored = new Map(
    parts.map((part) => [
      part,
      withAnchors(
        part.text,
        (targets.get(part) ?? []).map(({ offset }) => offset),
      ),
    ]),
  );
  const hrefTo = (fragment: number, offset: number): string | null => {
    const target = find(fragment, offset);
    if (!target) return null;
    const id = anchored.get(target.part)?.ids.get(target.offset);
    return id === undefined ? target.part.name : `${target.part.name}#${id}`;
  };

  const flowTypes = new Map<number, 'css' | 'svg'>();
  const nameOfFlow = (number: number, written: string): string | null => {
    if (!flows[number - 1]) return null;
    const type = flowTypes.get(number) ?? (written.includes('svg') ? 'svg' : 'css');
    flowTypes.set(number, type);
    return `flow${numbered(number - 1)}.${type}`;
  };
  const withNames = (source: string): string =>
    source
      .replace(link, (_, fid: string, off: string) => hrefTo(base32(fid), base32(off)) ?? '')
      .replace(address, (written, kind: string, digits: string) => {
        const number = base32(digits);
        return (kind === 'flow' ? nameOfFlow(number, written) : resources.nameOf(number - 1)) ?? '';
      });

  const markupOf = (source: string, path: string): Promise<string> =>
    sanitize(Buffer.from(withNames(source).replace(/^\s*<\?xml[^>]*\?>/, '')), {
      path,
      html: false,
    });

  const flowFile = async (number: number, type: 'css' | 'svg'): Promise<DerivedFile> => {
    const name = `flow${numbered(number - 1)}.${type}`;
    const source = new TextDecoder(header.encoding).decode(flows[number - 1] ?? Buffer.alloc(0));
    if (type === 'svg') {
      const bytes = Buffer.from(await markupOf(source, name));
      return { name, media_type: 'image/svg+xml', bytes };
    }
    return {
      name,
      media_type: 'text/css',
      bytes: Buffer.from(await safeSheet(withNames(source), name)),
    };
  };

  return {
    contents: contentsOf(points, ({ position }) => position && hrefTo(...position)),
    async *files(): AsyncGenerator<DerivedFile> {
      for (const part of parts) {
        const { name } = part;
        const source = decoded(anchored.get(part)?.text ?? part.text, header)
          // Numbers of the elements, which only Amazon's programs use.
          .replace(/ aid="[0-9A-V]+"/g, '');
        const bytes = Buffer.from(await markupOf(source, name));
        yield { name, media_type: 'application/xhtml+xml', bytes, linear: true };
      }
      // A sheet can name further ones, which are added while the others are written.
      for (const [number, type] of flowTypes) yield flowFile(number, type);
    },
  };
};
