import {
  noChoice,
  readingLayers,
  type Choice,
  type Choices,
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

/** Where a value comes from. */
export interface ReadingSource {
  layer: ReadingLayer;
  /** Name of the profile that holds it; null where it was chosen on the layer itself. */
  profile: string | null;
}

export interface Resolved<Kind extends ReadingKind> {
  values: ReadingValues<Kind>;
  sources: Record<ReadingField<Kind>, ReadingSource>;
}

/** What was chosen on a layer, for the book at hand. */
export const choiceOf = (choices: Choices, layer: ReadingLayer, scope: ReadingScope): Choice => {
  const found: Record<ReadingLayer, Choice | undefined> = {
    default: { profile: null, values: choices.defaults },
    library: choices.libraries[scope.libraryId],
    series: choices.series[scope.seriesId],
    device: choices.device,
  };
  return found[layer] ?? noChoice;
};

/** Lays the layers over the delivered values and tells for each field which one it came from. */
export const resolveReading = <Kind extends ReadingKind>(
  kind: Kind,
  choices: Choices,
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
