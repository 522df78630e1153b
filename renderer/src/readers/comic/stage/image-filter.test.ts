import { expect, test } from 'vitest';

import { defaultValues } from '../../settings/fields.ts';
import { filterOf, toneFilterId, toneOf } from './image-filter.ts';
import type { ComicSettings } from '../store/settings.ts';

const filter = (chosen: Partial<ComicSettings>) => ({ ...defaultValues('comic'), ...chosen });

test.each<[Partial<ComicSettings>, string]>([
  [{}, 'none'],
  [{ brightness: 80, contrast: 120 }, 'brightness(0.8) contrast(1.2)'],
  [{ greyscale: true, invert: true }, 'invert(1) grayscale(1)'],
  [{ saturation: 0 }, 'saturate(0)'],
  [{ warmth: 40 }, `url(#${toneFilterId})`],
  [{ gamma: 150 }, `url(#${toneFilterId})`],
])('%j becomes %s', (chosen, expected) => {
  expect(filterOf(filter(chosen))).toBe(expected);
});

test('warmth takes blue away before green, gamma never more than all light', () => {
  expect(toneOf(filter({}))).toBeNull();
  expect(toneOf(filter({ warmth: 100 }))).toMatchObject({ exponent: 1, red: 1, blue: 0.55 });
  expect(toneOf(filter({ gamma: 0 }))?.exponent).toBe(10);
});
