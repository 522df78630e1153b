/** A Palm database with these records, as Kindle books are. */
export const palmDatabase = (records: readonly Buffer[]): Buffer => {
  const head = Buffer.alloc(78 + 8 * records.length + 2);
  head.write('Test', 0, 'latin1');
  head.write('BOOKMOBI', 60, 'latin1');
  head.writeUInt16BE(records.length, 76);
  let offset = head.length;
  for (const [index, record] of records.entries()) {
    head.writeUInt32BE(offset, 78 + 8 * index);
    offset += record.length;
  }
  return Buffer.concat([head, ...records]);
};

const headerBytes = 232;

/** The first record of a MOBI 6; `fields` are numbers of 32 bits by their offset. */
export const mobiRecord = ({
  compression = 1,
  textRecords = 1,
  encryption = 0,
  encoding = 65001,
  fields = {},
  values = [],
}: {
  compression?: number;
  textRecords?: number;
  encryption?: number;
  encoding?: number;
  fields?: Record<number, number>;
  values?: readonly (readonly [type: number, value: Buffer])[];
}): Buffer => {
  const record = Buffer.alloc(16 + headerBytes, 0xff);
  record.fill(0, 0, 16);
  record.writeUInt16BE(compression, 0);
  record.writeUInt16BE(textRecords, 8);
  record.writeUInt16BE(encryption, 12);
  record.write('MOBI', 16, 'latin1');
  const numbers = {
    ...{ 20: headerBytes, 28: encoding, 36: 6, 84: 16 + headerBytes, 88: 0, 92: 7 },
    ...{ 108: 1 + textRecords, 128: 0x40, 240: 0, ...fields },
  };
  for (const [offset, number] of Object.entries(numbers)) {
    record.writeUInt32BE(number, Number(offset));
  }
  const written = values.map(([type, value]) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(type, 0);
    head.writeUInt32BE(8 + value.length, 4);
    return Buffer.concat([head, value]);
  });
  const exth = Buffer.alloc(12);
  exth.write('EXTH', 0, 'latin1');
  exth.writeUInt32BE(12 + Buffer.concat(written).length, 4);
  exth.writeUInt32BE(values.length, 8);
  return Buffer.concat([record, exth, ...written]);
};
