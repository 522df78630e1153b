import { damagedMobi, magicAt, numberAt, varintAt } from './bytes.ts';
import type { PalmDatabase } from './palm-database.ts';

/** An entry of an index: values by tag. */
export interface IndexEntry {
  name: string;
  tags: ReadonlyMap<number, number[]>;
}

export interface MobiIndex {
  entries: IndexEntry[];
  /** The text at an offset, to which some tags refer; null if there is none. */
  textAt(offset: number): string | null;
}

interface TagRule {
  tag: number;
  /** Values each time that the tag occurs. */
  size: number;
  mask: number;
  /** Marks the end of the rules for one control byte. */
  isEnd: boolean;
}

/** No real book has more entries, or more values at one tag. */
const maxEntries = 200_000;
const maxValues = 1000;
/** Texts of an index are addressed as if each of their records had this size, bytes. */
const textRecordBytes = 0x10000;

const readRules = (record: Buffer): { rules: TagRule[]; controlBytes: number } => {
  const start = numberAt(record, 4, 4);
  if (magicAt(record, start) !== 'TAGX') throw damagedMobi();
  const length = Math.min(numberAt(record, start + 4, 4), 4096);
  const rules: TagRule[] = [];
  for (let position = start + 12; position + 4 <= start + length; position += 4) {
    rules.push({
      tag: numberAt(record, position, 1),
      size: numberAt(record, position + 1, 1),
      mask: numberAt(record, position + 2, 1),
      isEnd: (numberAt(record, position + 3, 1) & 1) === 1,
    });
  }
  return { rules, controlBytes: numberAt(record, start + 8, 4) };
};

const bitsIn = (mask: number): number => mask.toString(2).replaceAll('0', '').length;
const lowestBit = (mask: number): number => 31 - Math.clz32(mask & -mask);

/** How often a tag occurs, or with `bytes` how many bytes its values take. */
interface Occurrence {
  rule: TagRule;
  count: number;
  isBytes: boolean;
}

const readEntry = (
  record: Buffer,
  offset: number,
  { rules, controlBytes }: ReturnType<typeof readRules>,
): IndexEntry => {
  const length = numberAt(record, offset, 1);
  const name = record.toString('latin1', offset + 1, offset + 1 + length);
  let control = offset + 1 + length;
  let position = control + controlBytes;
  const found: Occurrence[] = [];
  for (const rule of rules) {
    if (rule.isEnd) {
      control += 1;
      continue;
    }
    const value = numberAt(record, control, 1) & rule.mask;
    if (value === 0) continue;
    if (value === rule.mask && bitsIn(rule.mask) > 1) {
      const { value: bytes, end } = varintAt(record, position);
      found.push({ rule, count: bytes, isBytes: true });
      position = end;
    } else found.push({ rule, count: value >> lowestBit(rule.mask), isBytes: false });
  }
  const tags = new Map<number, number[]>();
  for (const { rule, count, isBytes } of found) {
    const values: number[] = [];
    const end = isBytes ? position + count : Infinity;
    const most = isBytes ? Infinity : count * rule.size;
    while (position < end && values.length < most) {
      const next = varintAt(record, position);
      values.push(next.value);
      if (values.length > maxValues) throw damagedMobi();
      position = next.end;
    }
    tags.set(rule.tag, values);
  }
  return { name, tags };
};

/** Reads the index whose header is in a record. Throws MediaError. */
export const readIndex = (database: PalmDatabase, first: number): MobiIndex => {
  const header = database.record(first);
  if (magicAt(header, 0) !== 'INDX') throw damagedMobi();
  const records = numberAt(header, 24, 4);
  const textRecords = numberAt(header, 52, 4);
  const rules = readRules(header);
  const entries: IndexEntry[] = [];
  for (let index = 1; index <= records; index += 1) {
    const record = database.record(first + index);
    if (magicAt(record, 0) !== 'INDX') throw damagedMobi();
    const table = numberAt(record, 20, 4) + 4;
    const count = numberAt(record, 24, 4);
    if (entries.length + count > maxEntries) throw damagedMobi();
    for (let entry = 0; entry < count; entry += 1) {
      entries.push(readEntry(record, numberAt(record, table + entry * 2, 2), rules));
    }
  }
  const decoder = new TextDecoder(numberAt(header, 28, 4) === 65001 ? 'utf-8' : 'windows-1252');
  const texts = new Map<number, Buffer>();
  const textAt = (offset: number): string | null => {
    const number = Math.floor(offset / textRecordBytes);
    if (number >= textRecords) return null;
    const record = texts.get(number) ?? database.record(first + records + 1 + number);
    texts.set(number, record);
    const { value: length, end } = varintAt(record, offset % textRecordBytes);
    return decoder.decode(record.subarray(end, end + length));
  };
  return { entries, textAt };
};
