import { describe, expect, it } from 'vitest';

import { requestedWidth } from './page-source.ts';

describe('page source', () => {
  it('is the stored bytes for every page that a browser can show at about its size', () => {
    expect(requestedWidth('image/jpeg', 2400, 1440)).toBeNull();
    expect(requestedWidth('image/avif', null, 390)).toBeNull();
  });

  it('is a smaller image where the page has far more pixels than the window', () => {
    expect(requestedWidth('image/png', 8000, 1000)).toBe(1536);
  });

  it('is converted where browsers cannot decode the page, and never enlarged', () => {
    expect(requestedWidth('image/tiff', 900, 1440)).toBe(900);
    expect(requestedWidth('image/jxl', null, 1000)).toBe(1536);
  });
});
