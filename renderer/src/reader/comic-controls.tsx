import { useTranslation } from 'react-i18next';

import { Choice, Range, Switch } from '../reading-settings/controls.tsx';
import { useProvenance } from '../reading-settings/provenance.ts';
import type { ReadingSettings } from '../reading-settings/use-reading-settings.ts';
import { settingValues, type ComicSettings } from './settings.ts';

type NumberField = {
  [Field in keyof ComicSettings]: ComicSettings[Field] extends number ? Field : never;
}[keyof ComicSettings];
type FlagField = {
  [Field in keyof ComicSettings]: ComicSettings[Field] extends boolean ? Field : never;
}[keyof ComicSettings];

export interface Bounds {
  least: number;
  most: number;
  step: number;
  /** The value with its unit. */
  text: (value: number) => string;
}

/** Makes the control of a setting from its name: texts, value, provenance and change. */
export const useComicControls = (settings: ReadingSettings<'comic'>) => {
  const { t } = useTranslation('reader');
  const provenance = useProvenance(settings);
  const { values, set } = settings;
  const label = (field: keyof typeof settingValues | NumberField | FlagField) =>
    t(`settings.${field}.label`);

  return {
    /** One of the named values, with what it amounts to where that is not plain. */
    choice: (field: keyof typeof settingValues, detail?: string) => (
      <Choice<string>
        key={field}
        label={label(field)}
        {...provenance(field, detail)}
        value={values[field]}
        values={settingValues[field]}
        // Each value of each setting has its text; the types cannot pair the two by themselves.
        nameOf={(value) => t(`settings.${field}.${value}` as 'settings.mode.auto')}
        onChange={(value) => set({ [field]: value })}
      />
    ),
    range: (field: NumberField, { text, ...bounds }: Bounds) => (
      <Range
        key={field}
        label={label(field)}
        {...provenance(field)}
        {...bounds}
        value={values[field]}
        text={text(values[field])}
        onChange={(value) => set({ [field]: value })}
      />
    ),
    flag: (field: FlagField) => (
      <Switch
        key={field}
        label={label(field)}
        {...provenance(field)}
        isOn={values[field]}
        onChange={(isOn) => set({ [field]: isOn }, layerOf(field))}
      />
    ),
  };
};

/** The shift of spreads mends how one series was scanned; it never holds for others. */
const layerOf = (field: FlagField) => (field === 'shift' ? 'series' : undefined);
