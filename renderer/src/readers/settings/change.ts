import {
  isEmptyChoice,
  readingLayers,
  type SettingsOverride,
  type SettingsOverrides,
  type ReadingLayer,
  type ReadingProfile,
  type ReadingScope,
} from './choices.ts';
import type { SomeValues } from './fields.ts';
import { choiceOf } from './resolve.ts';

/** An update of the settings; it can be reapplied to a newer state of the server. */
export type ChangeChoices = (choices: SettingsOverrides) => SettingsOverrides;

/** Maximum number of series, libraries or books with overrides; the least recently changed are dropped. */
const maxRemembered = 400;
export const maxProfiles = 40;

/**
 * Sets values on a layer and removes them from more specific layers, so that the new values take
 * effect.
 */
export const chooseValues =
  (scope: ReadingScope, layer: ReadingLayer, values: SomeValues): ChangeChoices =>
  (choices) =>
    readingLayers.reduce((changed, other) => {
      const choice = choiceOf(changed, other, scope);
      if (other === layer) {
        const chosen = { ...choice, values: { ...choice.values, ...values } };
        return withChoice(changed, layer, scope, chosen);
      }
      const isNearer = readingLayers.indexOf(other) > readingLayers.indexOf(layer);
      return isNearer
        ? withChoice(changed, other, scope, without(choice, Object.keys(values)))
        : changed;
    }, choices);

/** Removes overrides of some fields on one layer. */
export const forgetValues =
  (scope: ReadingScope, layer: ReadingLayer, fields: readonly string[]): ChangeChoices =>
  (choices) =>
    withChoice(choices, layer, scope, without(choiceOf(choices, layer, scope), fields));

/** Replaces a layer's overrides; an empty set removes them. */
export const putChoice =
  (scope: ReadingScope, layer: ReadingLayer, choice: SettingsOverride): ChangeChoices =>
  (choices) =>
    withChoice(choices, layer, scope, choice);

/** Assigns a profile to a layer and clears the layer's own values; null assigns none. */
export const assignProfile =
  (scope: ReadingScope, layer: ReadingLayer, profile: string | null): ChangeChoices =>
  (choices) =>
    withChoice(choices, layer, scope, { profile, values: {} });

/** Saves a profile, replacing the one with the same id. */
export const saveProfile =
  (profile: ReadingProfile): ChangeChoices =>
  (choices) => {
    const others = choices.profiles.filter(({ id }) => id !== profile.id);
    return { ...choices, profiles: [...others, profile].slice(-maxProfiles) };
  };

export const renameProfile =
  (id: string, name: string): ChangeChoices =>
  (choices) => ({
    ...choices,
    profiles: choices.profiles.map((profile) =>
      profile.id === id ? { ...profile, name } : profile,
    ),
  });

/** Deletes a profile and all assignments to it. */
export const deleteProfile =
  (id: string): ChangeChoices =>
  (choices) => {
    const released = (choice: SettingsOverride) =>
      choice.profile === id ? { ...choice, profile: null } : choice;
    const all = (record: SettingsOverrides['series']) =>
      Object.fromEntries(
        Object.entries(record)
          .map(([key, choice]) => [key, released(choice)] as const)
          .filter(([, choice]) => !isEmptyChoice(choice)),
      );
    return {
      ...choices,
      profiles: choices.profiles.filter((profile) => profile.id !== id),
      libraries: all(choices.libraries),
      series: all(choices.series),
      books: all(choices.books),
      device: released(choices.device),
    };
  };

/** Restores a deleted profile and its assignments in `before`. */
export const restoreProfile =
  (profile: ReadingProfile, before: SettingsOverrides): ChangeChoices =>
  (choices) => {
    const usesProfile = (choice: SettingsOverride) => choice.profile === profile.id;
    const again = (now: SettingsOverrides['series'], then: SettingsOverrides['series']) => ({
      ...now,
      ...Object.fromEntries(Object.entries(then).filter(([, choice]) => usesProfile(choice))),
    });
    return {
      ...saveProfile(profile)(choices),
      libraries: again(choices.libraries, before.libraries),
      series: again(choices.series, before.series),
      books: again(choices.books, before.books),
      device: usesProfile(before.device) ? before.device : choices.device,
    };
  };

const without = (choice: SettingsOverride, fields: readonly string[]): SettingsOverride => ({
  ...choice,
  values: Object.fromEntries(
    Object.entries(choice.values).filter(([field]) => !fields.includes(field)),
  ),
});

const withChoice = (
  choices: SettingsOverrides,
  layer: ReadingLayer,
  { libraryId, seriesId, bookId }: ReadingScope,
  choice: SettingsOverride,
): SettingsOverrides => {
  const changed: Record<ReadingLayer, () => SettingsOverrides> = {
    default: () => ({ ...choices, defaults: choice.values }),
    library: () => ({ ...choices, libraries: remember(choices.libraries, libraryId, choice) }),
    series: () => ({ ...choices, series: remember(choices.series, seriesId, choice) }),
    book: () => ({ ...choices, books: remember(choices.books, bookId, choice) }),
    device: () => ({ ...choices, device: choice }),
  };
  return changed[layer]();
};

const remember = (
  record: SettingsOverrides['series'],
  id: string,
  choice: SettingsOverride,
): SettingsOverrides['series'] => {
  if (isEmptyChoice(choice) && !(id in record)) return record;
  const others = Object.entries(record).filter(([other]) => other !== id);
  return Object.fromEntries(
    isEmptyChoice(choice) ? others : [...others.slice(1 - maxRemembered), [id, choice]],
  );
};
