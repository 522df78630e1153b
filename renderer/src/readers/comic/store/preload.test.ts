import { afterEach, describe, expect, it, vi } from 'vitest';

import { createPreloader, loadImage, preloadPages, releaseWhenGone } from './preload.ts';

describe('preload', () => {
  it('wants the pages ahead first, then the one behind', () => {
    expect(preloadPages({ first: 10, last: 11 }, 100, { ahead: 4, behind: 1 })).toEqual([
      12, 13, 14, 15, 9,
    ]);
  });

  it('stops at both ends of the book', () => {
    expect(preloadPages({ first: 1, last: 1 }, 3, { ahead: 4, behind: 1 })).toEqual([2, 3]);
    expect(preloadPages({ first: 3, last: 3 }, 3, { ahead: 4, behind: 1 })).toEqual([2]);
  });

  it('loads each image once and holds no more than the window over 500 turns', () => {
    const held = new Set<string>();
    const loads: string[] = [];
    const preloader = createPreloader({
      load: (url) => {
        held.add(url);
        loads.push(url);
        return { drop: () => held.delete(url) };
      },
    });
    for (let page = 1; page <= 500; page++) {
      const wanted = preloadPages({ first: page, last: page }, 500, { ahead: 4, behind: 1 });
      preloader.keep(wanted.map(String));
      expect(held.size).toBeLessThanOrEqual(5);
    }
    // Each page loads at most twice: ahead of the current page and behind it.
    expect(loads.length).toBeLessThanOrEqual(1_000);
    preloader.clear();
    expect(held.size).toBe(0);
  });
});

describe('pixels of images that are no longer shown', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('are given back by what was loaded ahead, also when it is whole', () => {
    const loaded = { complete: true, src: '', decode: () => Promise.resolve() };
    vi.stubGlobal('Image', function LoadedImage() {
      return loaded;
    });
    const image = loadImage('/page/1');
    expect(loaded.src).toBe('/page/1');
    image.drop();
    expect(loaded.src).toBe('');
  });

  it.each([
    [false, ''],
    [true, '/page/1'],
  ])('are given back by an image that is on the page: %s', async (isConnected, expected) => {
    const image = { isConnected, src: '/page/1' };
    releaseWhenGone(image as unknown as HTMLImageElement)();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(image.src).toBe(expected);
  });
});
