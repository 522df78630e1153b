import { describe, expect, it } from 'vitest';

import { requestedWidth } from './page-source.ts';

describe('page source', () => {
  it('is the stored bytes for every page that a browser can show at about its size', () => {
    expect(requestedWidth('image/jpeg', 2400, 1440, 'off')).toBeNull();
    expect(requestedWidth('image/avif', null, 390, 'high')).toBeNull();
  });

  it('is a smaller image where the page has far more pixels than the window', () => {
    expect(requestedWidth('image/png', 8000, 1000, 'off')).toBe(1536);
  });

  it('is converted where browsers cannot decode the page, and never enlarged', () => {
    expect(requestedWidth('image/tiff', 900, 1440, 'high')).toBe(900);
    expect(requestedWidth('image/jxl', null, 1000, 'high')).toBe(1536);
  });

  it('has the very pixels of the screen where downscaling shall be sharp', () => {
    expect(requestedWidth('image/jpeg', 2400, 1440.4, 'high')).toBe(1440);
    expect(requestedWidth('image/jpeg', 1500, 1440, 'high')).toBeNull();
    expect(requestedWidth('image/jpeg', 900, 1440, 'high')).toBeNull();
  });

  it('has part of the pixels where data shall be saved', () => {
    expect(requestedWidth('image/jpeg', 2400, 1170, 'low')).toBe(768);
    expect(requestedWidth('image/jpeg', 700, 1170, 'low')).toBeNull();
    expect(requestedWidth('image/gif', 2400, 1170, 'low')).toBeNull();
  });

  it('is never resized where that would stop it moving, or cannot be done', () => {
    expect(requestedWidth('image/gif', 2400, 600, 'high')).toBeNull();
    expect(requestedWidth('image/bmp', 2400, 600, 'high')).toBeNull();
  });
});
