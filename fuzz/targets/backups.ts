import { mihonManga } from '../../server/features/imports/sources/mihon-manga.ts';
import { messageOf, WireError, wireFields } from '../../server/lib/protobuf.ts';
import { must, type Target } from '../target.ts';

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
const field = (number: number, value: number | string | Buffer): Buffer => {
  if (typeof value === 'number') return Buffer.from([...varint(number * 8), ...varint(value)]);
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes]);
};
const float = (number: number, value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([Buffer.from(varint(number * 8 + 5)), bytes]);
};

const chapter = Buffer.concat([
  ...[field(1, '/c/1'), field(2, 'Chapter 1'), field(4, 1), field(5, 1), field(6, 7)],
  ...[float(9, 10.1), field(11, 1_600_000_000)],
]);
const history = Buffer.concat([field(1, '/c/1'), field(2, 1_600_000_000_000), field(3, 60_000)]);
const manga = Buffer.concat([
  ...[field(1, 2), field(2, '/m/1'), field(3, 'Saga'), field(5, 'Ann'), field(6, 'A tale')],
  ...[field(7, 'Crime'), field(8, 1), field(16, chapter), field(17, 0), field(104, history)],
  ...[field(18, Buffer.concat([field(1, 2), float(8, 85), field(11, 1_600_000_000_000)]))],
  ...[field(106, 1_600_000_000), field(800, 'Own title')],
]);

/** Backups of Mihon. */
export const target: Target = {
  seeds: () => [field(1, manga), Buffer.concat([field(2, field(1, 'Shelf')), field(1, manga)])],
  tokens: [
    ...['\x08', '\x12', '\x1a', '\x82\x01', '\x8a\x01', '\xc2\x06', '\xff\xff\xff\xff\x0f'],
    ...['\xff'.repeat(9) + '\x01', '\0\0\x80\x7f', '\0\0\xc0\x7f', '\x0d', '\x09', '\0'],
  ],
  run: (input) => {
    const records = [];
    try {
      for (const { number, value } of wireFields(input)) {
        if (number !== 1 || !(value instanceof Uint8Array)) continue;
        const read = mihonManga(messageOf(value));
        must(read.id !== '', 'a title has an id');
        records.push(...read.records);
      }
    } catch (error) {
      if (error instanceof WireError) return 'no backup';
      throw error;
    }
    must(JSON.stringify(records).length < 256 * (input.length + 1024), 'no more than was given');
    return [...new Set(records.map(({ kind }) => kind))].join(',');
  },
};
