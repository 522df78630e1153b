import type { Random } from '../server/testing/random.ts';
import { maxInput } from './target.ts';

export interface Mutation {
  random: Random;
  /** Keywords of the format. */
  tokens: readonly string[];
  /** Another input to splice from. */
  other: Buffer;
}

type Mutator = (bytes: Buffer, mutation: Mutation) => Buffer;

/** Boundary values for arithmetic with lengths and offsets. */
const edges = [
  0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff,
];

const replace = (bytes: Buffer, start: number, end: number, part: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, start), part, bytes.subarray(end)]);

/** A random range of the bytes, mostly short. */
const stretch = (bytes: Buffer, { below }: Random): [from: number, to: number] => {
  const start = below(bytes.length);
  return [start, Math.min(bytes.length, start + 1 + below(1 << below(12)))];
};

const flipBit: Mutator = (bytes, { random }) => {
  const copy = Buffer.from(bytes);
  const index = random.below(copy.length);
  copy.writeUInt8(copy.readUInt8(index) ^ (1 << random.below(8)), index);
  return copy;
};

const setByte: Mutator = (bytes, { random }) => {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(random.below(256), random.below(copy.length));
  return copy;
};

/** Overwrites a number of 1, 2 or 4 bytes, in either byte order: a potential length or offset. */
const setNumber: Mutator = (bytes, { random }) => {
  const width = random.pick([1, 2, 4].filter((size) => size <= bytes.length));
  const number = random.pick([...edges, bytes.length, random.below(bytes.length)]) % 256 ** width;
  const copy = Buffer.from(bytes);
  const index = random.below(bytes.length - width + 1);
  if (random.below(2) === 0) copy.writeUIntLE(number, index, width);
  else copy.writeUIntBE(number, index, width);
  return copy;
};

const cutEnd: Mutator = (bytes, { random }) => bytes.subarray(0, random.below(bytes.length));

const remove: Mutator = (bytes, { random }) =>
  replace(bytes, ...stretch(bytes, random), Buffer.alloc(0));

/** Repeats a range many times, to find slow patterns. */
const repeat: Mutator = (bytes, { random }) => {
  const [start, end] = stretch(bytes, random);
  const part = bytes.subarray(start, end);
  return replace(bytes, end, end, Buffer.concat(Array<Buffer>(1 + random.below(200)).fill(part)));
};

const move: Mutator = (bytes, { random }) => {
  const [start, end] = stretch(bytes, random);
  const part = Buffer.from(bytes.subarray(start, end));
  const rest = replace(bytes, start, end, Buffer.alloc(0));
  const index = random.below(rest.length + 1);
  return replace(rest, index, index, part);
};

const insertToken: Mutator = (bytes, { random, tokens }) => {
  const index = random.below(bytes.length + 1);
  const end = random.below(2) === 0 ? index : Math.min(bytes.length, index + random.below(16));
  return replace(bytes, index, end, Buffer.from(random.pick(tokens)));
};

const splice: Mutator = (bytes, { random, other }) => {
  const [start, end] = stretch(other, random);
  return replace(bytes, ...stretch(bytes, random), other.subarray(start, end));
};

const mutators = [
  flipBit,
  setByte,
  setNumber,
  setNumber,
  cutEnd,
  remove,
  repeat,
  move,
  insertToken,
  insertToken,
  splice,
];

/** The input with one to eight mutations, at most `maxInput` long. */
export const mutate = (input: Buffer, mutation: Mutation): Buffer => {
  let bytes = input;
  for (let left = 1 + mutation.random.below(8); left > 0; left -= 1) {
    const mutator = bytes.length === 0 ? insertToken : mutation.random.pick(mutators);
    bytes = mutator(bytes, mutation).subarray(0, maxInput);
  }
  return bytes;
};
