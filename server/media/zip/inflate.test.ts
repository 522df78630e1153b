import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { inflate, inflateStart, inflateSync } from './inflate.ts';

const mebibyte = 1024 * 1024;
/** Half of it can be packed. */
const content = Buffer.concat([randomBytes(100_000), Buffer.alloc(100_000, 'page ')]);
const packed = deflateRawSync(content);
const limits = { size: content.length, maxOutputLength: 10 * mebibyte };

/** Both ways of unpacking a whole stream. */
const ways = {
  inflate,
  inflateSync: (...args: Parameters<typeof inflateSync>) =>
    new Promise<Buffer>((resolve) => resolve(inflateSync(...args))),
};

describe.each(Object.entries(ways))('%s', (_name, unpack) => {
  it('unpacks into one buffer of the stated size', async () => {
    const output = await unpack(packed, limits);
    expect(output.equals(content)).toBe(true);
    expect(output.buffer.byteLength).toBeLessThan(content.length + 1024);
  });

  it.each([0, 1, 63, content.length - 1, content.length + 1, 2 ** 32, 2 ** 63, NaN])(
    'unpacks everything if the stated size is %s',
    async (size) => {
      expect((await unpack(packed, { ...limits, size })).equals(content)).toBe(true);
    },
  );

  it('keeps no more memory than twice the output if the stated size is false', async () => {
    const output = await unpack(packed, { ...limits, size: 8 * mebibyte });
    expect(output.buffer.byteLength).toBeLessThan(2 * content.length + Buffer.poolSize);
  });

  it('refuses more output than allowed, whatever size is stated', async () => {
    const bomb = deflateRawSync(Buffer.alloc(20 * mebibyte));
    for (const size of [10, 20 * mebibyte]) {
      await expect(unpack(bomb, { size, maxOutputLength: mebibyte })).rejects.toMatchObject({
        code: 'ERR_BUFFER_TOO_LARGE',
      });
    }
  });

  it('unpacks what is larger than a step', async () => {
    const large = Buffer.alloc(20 * mebibyte, 'page ');
    const options = { size: large.length, maxOutputLength: 30 * mebibyte };
    expect((await unpack(deflateRawSync(large), options)).equals(large)).toBe(true);
  });

  it('rejects a damaged and a cut off stream', async () => {
    await expect(unpack(randomBytes(500), limits)).rejects.toThrow();
    await expect(unpack(packed.subarray(0, 5000), limits)).rejects.toThrow();
    await expect(unpack(Buffer.alloc(0), limits)).rejects.toThrow();
  });
});

it('gives the beginning of a stream that is cut off', () => {
  const start = inflateStart(packed.subarray(0, 5000), { ...limits, size: 100 });
  expect(start.length).toBeGreaterThan(4000);
  expect(start.equals(content.subarray(0, start.length))).toBe(true);
});
