import {
  noChoice,
  readingLayers,
  type SettingsOverride,
  type SettingsOverrides,
  type ReadingLayer,
  type ReadingScope,
} from './choices.ts';
import {
  defaultValues,
  fieldsOf,
  type ReadingField,
  type ReadingKind,
  type ReadingValues,
  type SomeValues,
} from './fields.ts';

/** The source of a value. */
export interface ReadingSource {
  layer: ReadingLayer;
  /** Name of the profile that sets the value; null if the layer itself does. */
  profile: string | null;
}

export interface Resolved<Kind extends ReadingKind> {
  values: ReadingValues<Kind>;
  sources: Record<ReadingField<Kind>, ReadingSource>;
}

/** Settings of a layer for the current book. */
export const choiceOf = (
  choices: SettingsOverrides,
  layer: ReadingLayer,
  scope: ReadingScope,
): SettingsOverride => {
  const found: Record<ReadingLayer, SettingsOverride | undefined> = {
    default: { profile: null, values: choices.defaults },
    library: choices.libraries[scope.libraryId],
    series: choices.series[scope.seriesId],
    book: choices.books[scope.bookId],
    device: choices.device,
  };
  return found[layer] ?? noChoice;
};

/** Merges the layers over the defaults and records the source of each field. */
export const resolveReading = <Kind extends ReadingKind>(
  kind: Kind,
  choices: SettingsOverrides,
  scope: ReadingScope,
): Resolved<Kind> => {
  const values: SomeValues = { ...defaultValues(kind) };
  const sources = new Map<string, ReadingSource>(
    fieldsOf(kind).map((field) => [field, { layer: 'default', profile: null }]),
  );
  const lay = (over: SomeValues, source: ReadingSource) => {
    Object.assign(values, over);
    for (const field of Object.keys(over)) sources.set(field, source);
  };
  for (const layer of readingLayers) {
    const choice = choiceOf(choices, layer, scope);
    const profile = choices.profiles.find(({ id }) => id === choice.profile);
    if (profile) lay(profile.values, { layer, profile: profile.name });
    lay(choice.values, { layer, profile: null });
  }
  return {
    values: values as ReadingValues<Kind>,
    sources: Object.fromEntries(sources),
  };
};
