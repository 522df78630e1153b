import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp, { type Create } from 'sharp';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';

import { pngPage } from '../testing/zip.ts';
import { createImageQueue } from './image-queue.ts';
import { imageSize } from './image-size/image-size.ts';
import { maxSide, renderImage, type ImageFormat } from './images.ts';
import { imageTypeOf } from './media-type.ts';
import { createThumbnails, type Thumbnails } from './thumbnails.ts';

const images = join(import.meta.dirname, '../../../shared/fixtures/images');

describe('renderImage', () => {
  it('fits inside width and height and never enlarges', async () => {
    const page = pngPage(100, 200);
    const size = async (options: object) =>
      imageSize(await renderImage(page, { format: 'webp', ...options }));
    expect(await size({ width: 50 })).toEqual({ width: 50, height: 100 });
    expect(await size({ width: 50, height: 50 })).toEqual({ width: 25, height: 50 });
    expect(await size({ width: 5000 })).toEqual({ width: 100, height: 200 });
  });

  it('turns photographs upright and renders what a damaged file still holds', async () => {
    const turned = await renderImage(readFileSync(join(images, 'Portrait_6.jpg')), {
      format: 'jpeg',
    });
    const size = imageSize(turned);
    expect((size?.height ?? 0) > (size?.width ?? 0)).toBe(true);
    const cut = readFileSync(join(images, 'cat.jpg'));
    const rendered = await renderImage(cut.subarray(0, cut.length / 2), { format: 'png' });
    expect(imageTypeOf(rendered)).toBe('image/png');
  });

  test.each(Object.entries(maxSide) as [ImageFormat, number][])(
    'shrinks a strip that is longer than %s takes',
    async (format, longest) => {
      for (const sides of [
        { width: 2, height: longest + 500 },
        { width: longest + 500, height: 2 },
      ]) {
        const create: Create = { ...sides, channels: 3, background: '#ffffff' };
        const strip = await sharp({ create }).png().toBuffer();
        const size = imageSize(await renderImage(strip, { format })) ?? { width: 0, height: 0 };
        expect(Math.max(size.width, size.height)).toBe(longest);
      }
    },
  );

  test.each([
    ['cover.svg', /cannot be decoded/],
    ['bad/broken.png', /cannot be decoded/],
  ])('refuses %s', async (name, sentence) => {
    await expect(renderImage(readFileSync(join(images, name)), { format: 'webp' })).rejects.toThrow(
      sentence,
    );
  });
});

describe('the image queue', () => {
  it('shares work under one key and turns away what is too much', async () => {
    const queue = createImageQueue({ concurrency: 1, limit: 1 });
    let runs = 0;
    const slow = async () => {
      runs += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return runs;
    };
    const all = await Promise.allSettled([
      queue.run('a', slow),
      queue.run('a', slow),
      queue.run('b', slow),
      queue.run('c', slow),
    ]);
    expect(all.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
    expect(all[3]).toMatchObject({
      reason: { code: 'ServiceUnavailable', headers: { 'Retry-After': '2' } },
    });
    expect(runs).toBe(2);
  });

  it('drops what has not begun when the last who wanted it goes away, and no sooner', async () => {
    const queue = createImageQueue({ concurrency: 1, limit: 1 });
    const running = Promise.withResolvers<string>();
    const first = queue.run('running', () => running.promise);
    const [leaving, staying] = [new AbortController(), new AbortController()];
    let runs = 0;
    const work = async () => `made ${++runs}`;
    const wanted = [leaving, staying].map(({ signal }) => queue.run('page', work, { signal }));
    leaving.abort(new Error('gone'));
    await expect(wanted[0]).rejects.toThrow('gone');
    await expect(queue.run('other', work)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    staying.abort(new Error('gone too'));
    await expect(wanted[1]).rejects.toThrow('gone too');
    // Its slot in the queue is free again, and a retry succeeds.
    const again = queue.run('page', work, { signal: new AbortController().signal });
    running.resolve('done');
    expect(await Promise.all([first, again])).toEqual(['done', 'made 1']);
  });

  it('keeps the room of what has begun until it is done, though nobody waits for it', async () => {
    const queue = createImageQueue({ concurrency: 1 });
    const running = Promise.withResolvers<null>();
    const reader = new AbortController();
    const left = queue.run('running', () => running.promise, { signal: reader.signal });
    reader.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    let isDone = false;
    const next = queue.run('next', async () => isDone);
    isDone = true;
    running.resolve(null);
    expect(await next).toBe(true);
  });

  it('takes what is of higher priority first', async () => {
    const queue = createImageQueue({ concurrency: 1 });
    const order: string[] = [];
    const note = (name: string) => async () => order.push(name);
    await Promise.all([
      queue.run('first', note('first')),
      queue.run('cover', note('cover')),
      queue.run('page', note('page'), { priority: 1 }),
    ]);
    expect(order).toEqual(['first', 'page', 'cover']);
  });
});

test('transparent parts are shown on white paper', async () => {
  const clear = {
    width: 4,
    height: 6,
    channels: 4 as const,
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  };
  const png = await sharp({ create: clear }).png().toBuffer();
  const webp = await renderImage(png, { format: 'webp', quality: 100 });
  const { channels } = await sharp(webp).stats();
  expect(channels.map(({ mean }) => mean)).toEqual([255, 255, 255]);
});

describe('thumbnails', () => {
  let dir: string;
  let thumbnails: Thumbnails;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'octavo-thumbnails-'));
    thumbnails = createThumbnails({ dir, queue: createImageQueue() });
  });
  afterEach(() => rmSync(dir, { recursive: true }));
  const id = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';
  const notAsked = () => {
    throw new Error('The cover is there');
  };
  const files = () =>
    readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

  it('are made once, at most 400 px wide, from the first page that can be decoded', async () => {
    let reads = 0;
    const page = async () => {
      reads += 1;
      return pngPage(800, 1200);
    };
    const key = { id, version: '1' };
    const bad = async () => Buffer.from('no image');
    const first = await thumbnails.get(key, () => [bad, page], 'webp');
    expect(await thumbnails.get(key, notAsked, 'webp')).toEqual(first);
    expect(reads).toBe(1);
    expect(imageSize(first)).toEqual({ width: 400, height: 600 });
    expect(await thumbnails.has(key, 'webp')).toBe(true);
    const [file] = files();
    const path = join(file?.parentPath ?? '', file?.name ?? '');
    expect(readFileSync(path)).toEqual(first);
    // As after a crash.
    writeFileSync(path, '');
    expect(await thumbnails.get(key, () => [page], 'webp')).toEqual(first);
    expect(readFileSync(path)).toEqual(first);
  });

  it('are made as JPEG from the WebP where that is there', async () => {
    let reads = 0;
    const page = async () => {
      reads += 1;
      return pngPage(800, 1200);
    };
    await thumbnails.get({ id, version: '1' }, () => [page], 'webp');
    const jpeg = await thumbnails.get({ id, version: '1' }, () => [page], 'jpeg');
    expect(imageSize(jpeg)).toEqual({ width: 400, height: 600 });
    expect(jpeg.subarray(0, 2).toString('hex')).toBe('ffd8');
    expect(reads).toBe(1);
  });

  it('of a replaced book take the place of the old ones', async () => {
    const page = async () => pngPage();
    const [old, fresh] = [
      { id, version: '1' },
      { id, version: '2' },
    ];
    await thumbnails.get(old, () => [page], 'webp');
    await thumbnails.get(fresh, () => [page], 'webp');
    expect(thumbnails.etag(fresh, 'webp')).not.toBe(thumbnails.etag(old, 'webp'));
    await thumbnails.get(fresh, () => [page], 'jpeg');
    expect(files()).toHaveLength(2);
    await thumbnails.remove(id);
    expect(files()).toEqual([]);
  });

  it('are refused with a sentence when no page can be decoded', async () => {
    const bad = async () => Buffer.from('no image');
    await expect(thumbnails.get({ id, version: '1' }, () => [bad], 'webp')).rejects.toThrow(
      /cannot be decoded/,
    );
    expect(files()).toEqual([]);
  });
});
