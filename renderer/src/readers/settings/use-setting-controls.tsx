import type { CSSProperties } from 'react';

import { Choice, Range, Switch } from './controls.tsx';
import type { ReadingLayer } from './choices.ts';
import {
  boundsOf,
  namedValues,
  type ReadingField,
  type ReadingKind,
  type ReadingValues,
} from './fields.ts';
import { useSettingSource } from './setting-source.ts';
import type { ReadingSettings } from './use-reading-settings.ts';

/** The fields of a reader whose values are of a kind. */
type FieldOf<Kind extends ReadingKind, Value> = {
  [Field in ReadingField<Kind>]: ReadingValues<Kind>[Field] extends Value ? Field : never;
}[ReadingField<Kind>];

interface ChoiceOptions {
  /** The value that `auto` resolves to. */
  detail?: string | undefined;
  /** Default: those of the preference. */
  values?: readonly string[];
}

interface RangeOptions {
  step: number;
  /** Bounds within those of the preference. */
  min?: number;
  max?: number;
  /** The value with its unit. */
  text: (value: number) => string;
}

interface SettingTexts<Field> {
  label: (field: Field) => string;
  /** One of the named values of a field. */
  value: (field: Field, value: string) => string;
  /** How its name looks. */
  look?: (field: Field, value: string) => CSSProperties;
}

/** Creates the control of a setting from its name: label, value, source and onChange. */
export const useSettingControls = <Kind extends ReadingKind>(
  kind: Kind,
  settings: ReadingSettings<Kind>,
  texts: SettingTexts<ReadingField<Kind>>,
) => {
  const sourceOf = useSettingSource(kind, settings);
  const values: Readonly<Record<string, unknown>> = settings.values;
  // A computed key widens to string, which hides that the value fits its field.
  const set = (field: ReadingField<Kind>, value: unknown, layer?: ReadingLayer) =>
    settings.set({ [field]: value } as Partial<ReadingValues<Kind>>, layer);

  return {
    choice: (
      field: FieldOf<Kind, string>,
      { detail, values: offered = namedValues(kind, field) ?? [] }: ChoiceOptions = {},
    ) => (
      <Choice<string>
        key={field}
        label={texts.label(field)}
        {...sourceOf(field, detail)}
        value={values[field] as string}
        values={offered}
        nameOf={(value) => texts.value(field, value)}
        lookOf={texts.look && ((value) => texts.look?.(field, value) ?? {})}
        onChange={(value) => set(field, value)}
      />
    ),
    range: (field: FieldOf<Kind, number>, { text, ...range }: RangeOptions) => (
      <Range
        key={field}
        label={texts.label(field)}
        {...sourceOf(field)}
        {...boundsOf(kind, field)}
        {...range}
        value={values[field] as number}
        text={text(values[field] as number)}
        onChange={(value) => set(field, value)}
      />
    ),
    flag: (field: FieldOf<Kind, boolean>, layer?: ReadingLayer) => (
      <Switch
        key={field}
        label={texts.label(field)}
        {...sourceOf(field)}
        isOn={values[field] as boolean}
        onChange={(isOn) => set(field, isOn, layer)}
      />
    ),
  };
};
