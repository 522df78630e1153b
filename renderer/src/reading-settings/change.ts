import {
  isEmptyChoice,
  readingLayers,
  type Choice,
  type Choices,
  type ReadingLayer,
  type ReadingProfile,
  type ReadingScope,
} from './choices.ts';
import type { SomeValues } from './fields.ts';
import { choiceOf } from './resolve.ts';

/** A change of what was chosen; it can be made again on a newer state of the server. */
export type ChangeChoices = (choices: Choices) => Choices;

/** Series or libraries that are remembered; those changed longest ago are forgotten first. */
const maxRemembered = 400;
export const maxProfiles = 40;

/**
 * Chooses values on a layer. Nearer layers give up their own values of these fields: what was just
 * chosen is what one sees.
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

/** Forgets what was chosen for some fields on one layer. */
export const forgetValues =
  (scope: ReadingScope, layer: ReadingLayer, fields: readonly string[]): ChangeChoices =>
  (choices) =>
    withChoice(choices, layer, scope, without(choiceOf(choices, layer, scope), fields));

/** Chooses all of a layer anew; an empty choice forgets it. */
export const putChoice =
  (scope: ReadingScope, layer: ReadingLayer, choice: Choice): ChangeChoices =>
  (choices) =>
    withChoice(choices, layer, scope, choice);

/** Takes a profile for a layer, in the place of values of its own; null takes none. */
export const takeProfile =
  (scope: ReadingScope, layer: ReadingLayer, profile: string | null): ChangeChoices =>
  (choices) =>
    withChoice(choices, layer, scope, { profile, values: {} });

/** Keeps a profile, in the place of the one with its id if there is one. */
export const keepProfile =
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

/** Forgets a profile, also where it was taken. */
export const forgetProfile =
  (id: string): ChangeChoices =>
  (choices) => {
    const released = (choice: Choice) =>
      choice.profile === id ? { ...choice, profile: null } : choice;
    const all = (record: Choices['series']) =>
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
      device: released(choices.device),
    };
  };

/** Brings a profile back that was forgotten, and takes it again wherever `before` took it. */
export const bringBackProfile =
  (profile: ReadingProfile, before: Choices): ChangeChoices =>
  (choices) => {
    const taken = (choice: Choice) => choice.profile === profile.id;
    const again = (now: Choices['series'], then: Choices['series']) => ({
      ...now,
      ...Object.fromEntries(Object.entries(then).filter(([, choice]) => taken(choice))),
    });
    return {
      ...keepProfile(profile)(choices),
      libraries: again(choices.libraries, before.libraries),
      series: again(choices.series, before.series),
      device: taken(before.device) ? before.device : choices.device,
    };
  };

const without = (choice: Choice, fields: readonly string[]): Choice => ({
  ...choice,
  values: Object.fromEntries(
    Object.entries(choice.values).filter(([field]) => !fields.includes(field)),
  ),
});

const withChoice = (
  choices: Choices,
  layer: ReadingLayer,
  { libraryId, seriesId }: ReadingScope,
  choice: Choice,
): Choices => {
  const changed: Record<ReadingLayer, () => Choices> = {
    default: () => ({ ...choices, defaults: choice.values }),
    library: () => ({ ...choices, libraries: remember(choices.libraries, libraryId, choice) }),
    series: () => ({ ...choices, series: remember(choices.series, seriesId, choice) }),
    device: () => ({ ...choices, device: choice }),
  };
  return changed[layer]();
};

const remember = (record: Choices['series'], id: string, choice: Choice): Choices['series'] => {
  if (isEmptyChoice(choice) && !(id in record)) return record;
  const others = Object.entries(record).filter(([other]) => other !== id);
  return Object.fromEntries(
    isEmptyChoice(choice) ? others : [...others.slice(1 - maxRemembered), [id, choice]],
  );
};
