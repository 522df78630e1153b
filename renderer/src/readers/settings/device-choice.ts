import { z } from 'zod';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

import {
  noChoice,
  parseChoice,
  readingLayers,
  type SettingsOverride,
  type ReadingLayer,
} from './choices.ts';
import type { ReadingKind } from './fields.ts';

interface DeviceChoices {
  comic: SettingsOverride;
  epub: SettingsOverride;
  pdf: SettingsOverride;
  /** The layer on which changes in the reader are saved. */
  keepOn: ReadingLayer;
}

const stored = z
  .object({
    comic: z.unknown(),
    epub: z.unknown(),
    pdf: z.unknown(),
    keepOn: z.enum(readingLayers).catch('series'),
  })
  .catch({ comic: null, epub: null, pdf: null, keepOn: 'series' });

/** Settings of this device, independent of the user; stored in its browser. */
export const useDeviceChoices = create<DeviceChoices>()(
  persist(
    (): DeviceChoices => ({ comic: noChoice, epub: noChoice, pdf: noChoice, keepOn: 'series' }),
    {
      name: 'octavo.reading',
      version: 1,
      merge: (data) => {
        const { keepOn, ...kinds } = stored.parse(data);
        return {
          comic: parseChoice('comic', kinds.comic),
          epub: parseChoice('epub', kinds.epub),
          pdf: parseChoice('pdf', kinds.pdf),
          keepOn,
        };
      },
    },
  ),
);

export const setDeviceChoice = (kind: ReadingKind, choice: SettingsOverride): void => {
  useDeviceChoices.setState({ [kind]: choice });
};

export const setKeepOn = (keepOn: ReadingLayer): void => {
  useDeviceChoices.setState({ keepOn });
};
