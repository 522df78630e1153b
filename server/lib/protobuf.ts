/** Bytes that are not a protocol buffer, or one that exceeds the limits. */
export class WireError extends Error {
  override name = 'WireError';
}

/** Numbers that a double cannot hold are bigints; messages, texts and packed numbers are bytes. */
export type WireValue = number | bigint | Uint8Array;

/** Fields of one message. */
const maxFields = 2_000_000;

/**
 * The fields of a protocol buffer message in their order. Values of fixed length are read as
 * floats; a nested message is bytes, which the caller reads if it wants them, so that no nesting
 * is followed unasked. Throws WireError.
 *
 * https://protobuf.dev/programming-guides/encoding/
 */
export function* wireFields(bytes: Uint8Array): Generator<{ number: number; value: WireValue }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reader = { bytes, position: 0 };
  for (let count = 0; reader.position < bytes.length; count += 1) {
    if (count === maxFields) throw new WireError(`More than ${maxFields} fields`);
    const tag = varint(reader);
    if (typeof tag !== 'number' || tag > 0xffff_ffff) throw new WireError('A tag is too large');
    const number = Math.floor(tag / 8);
    if (number === 0) throw new WireError('A field has no number');
    yield { number, value: valueOf(reader, tag % 8, view) };
  }
}

interface Reader {
  bytes: Uint8Array;
  position: number;
}

const valueOf = (reader: Reader, type: number, view: DataView): WireValue => {
  switch (type) {
    case 0:
      return varint(reader);
    case 1:
      return view.getFloat64(skip(reader, 8), true);
    case 2: {
      const length = varint(reader);
      if (typeof length !== 'number' || length < 0) throw new WireError('A length is too large');
      const start = skip(reader, length);
      return reader.bytes.subarray(start, start + length);
    }
    case 5:
      return view.getFloat32(skip(reader, 4), true);
    default:
      throw new WireError(`Unknown wire type ${type}`);
  }
};

/** Moves on; returns the former position. */
const skip = (reader: Reader, length: number): number => {
  const start = reader.position;
  if (length > reader.bytes.length - start) throw new WireError('A value ends too early');
  reader.position = start + length;
  return start;
};

const safeBits = 49;

/** A number of up to 64 bits, seven bits a byte, the lowest first; with a sign. */
const varint = (reader: Reader): number | bigint => {
  let low = 0;
  let high = 0n;
  for (let shift = 0; shift < 70; shift += 7) {
    const byte = reader.bytes[skip(reader, 1)] ?? 0;
    if (shift < safeBits) low += (byte & 0x7f) * 2 ** shift;
    else high |= BigInt(byte & 0x7f) << BigInt(shift);
    if (byte < 0x80) {
      if (high === 0n) return low;
      const value = BigInt.asIntN(64, high | BigInt(low));
      const isSafe = value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER;
      return isSafe ? Number(value) : value;
    }
  }
  throw new WireError('A number is too long');
};

const decoder = new TextDecoder();

/** A message by the numbers of its fields. Throws WireError. */
export const messageOf = (bytes: Uint8Array) => {
  const fields = new Map<number, WireValue[]>();
  for (const { number, value } of wireFields(bytes)) {
    const known = fields.get(number);
    if (known) known.push(value);
    else fields.set(number, [value]);
  }
  const last = (number: number) => fields.get(number)?.at(-1);
  const bytesOf = (number: number): Uint8Array[] =>
    (fields.get(number) ?? []).filter((value) => value instanceof Uint8Array);
  return {
    text(number: number): string | null {
      const value = last(number);
      return value instanceof Uint8Array ? decoder.decode(value) : null;
    },
    texts: (number: number): string[] => bytesOf(number).map((value) => decoder.decode(value)),
    /** Zero for a missing field, as the format defines. */
    number(number: number): number {
      const value = last(number);
      return value instanceof Uint8Array ? 0 : Number(value ?? 0);
    },
    /** Null for a missing field. */
    flag(number: number): boolean | null {
      const value = last(number);
      return value === undefined ? null : Number(value) !== 0;
    },
    /** All digits, also of numbers that a double cannot hold. */
    digits: (number: number): string => String(last(number) ?? 0),
    /** Numbers, packed or one by one. */
    numbers(number: number): number[] {
      return (fields.get(number) ?? []).flatMap((value) => {
        if (!(value instanceof Uint8Array)) return [Number(value)];
        const reader = { bytes: value, position: 0 };
        const all: number[] = [];
        while (reader.position < value.length) all.push(Number(varint(reader)));
        return all;
      });
    },
    messages: bytesOf,
  };
};
export type WireMessage = ReturnType<typeof messageOf>;
