import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';

import { useIsLost } from '../../api/connection-store.ts';
import { useUser } from '../../api/session-store.ts';
import {
  restoreProfile,
  chooseValues,
  deleteProfile,
  forgetValues,
  saveProfile,
  putChoice,
  renameProfile,
  assignProfile,
  type ChangeChoices,
} from './change.ts';
import {
  noChoice,
  type SettingsOverrides,
  type ReadingLayer,
  type ReadingProfile,
  type ReadingScope,
} from './choices.ts';
import { setDeviceChoice, setKeepOn, useDeviceChoices } from './device-choice.ts';
import {
  defaultValues,
  type ReadingField,
  type ReadingKind,
  type ReadingValues,
  type SomeValues,
} from './fields.ts';
import { usesOfProfile, type ProfileUses } from './profile-uses.ts';
import { choicesWriter, preferencesQuery } from './queries.ts';
import { choiceOf, resolveReading, type Resolved } from './resolve.ts';
import { cachedPreferences, cachePreferences } from './settings-cache.ts';
import {
  changedPreferences,
  readChoices,
  withChanges,
  type PreferenceMap,
} from './stored-choices.ts';

export interface ReadingSettings<Kind extends ReadingKind> extends Resolved<Kind> {
  /** False until the preferences are loaded or the server is lost; until then, values are defaults. */
  isReady: boolean;
  /** The default layer for changes; stored on this device. */
  keepOn: ReadingLayer;
  setKeepOn: (layer: ReadingLayer) => void;
  set: (change: Partial<ReadingValues<Kind>>, layer?: ReadingLayer) => void;
  /** Removes a field's override on the layer that it comes from. */
  reset: (field: ReadingField<Kind>) => void;
  /** Removes all overrides of a layer. Returns the undo function. */
  resetLayer: (layer: ReadingLayer) => () => void;
  profiles: readonly ReadingProfile[];
  /** Id of a layer's profile; null for none. */
  profileOf: (layer: ReadingLayer) => string | null;
  takeProfile: (layer: ReadingLayer, id: string | null) => void;
  /** Saves all overrides for this book as a profile and assigns it to the layer. */
  saveAsProfile: (name: string, layer: ReadingLayer) => void;
  usesOf: (id: string) => ProfileUses;
  renameProfile: (id: string, name: string) => void;
  /** Deletes a profile and its assignments. Returns the undo function. */
  forgetProfile: (profile: ReadingProfile) => () => void;
}

/**
 * Settings of a reader for the current book, in layers: all books, then its library, its series,
 * itself and this device, each with an optional profile and its own values. Changes apply at once and are
 * saved after a short delay.
 */
export const useReadingSettings = <Kind extends ReadingKind>(
  kind: Kind,
  { libraryId, seriesId, bookId }: ReadingScope,
): ReadingSettings<Kind> => {
  const userId = useUser()?.id ?? '';
  const { preferences, isReady, update } = usePreferenceMap(userId);
  const device = useDeviceChoices((state) => state[kind]);
  const keepOn = useDeviceChoices((state) => state.keepOn);

  const scope = useMemo(() => ({ libraryId, seriesId, bookId }), [libraryId, seriesId, bookId]);
  const choices = useMemo(
    (): SettingsOverrides => ({ ...readChoices(kind, preferences), device }),
    [kind, preferences, device],
  );
  const resolved = useMemo(() => resolveReading(kind, choices, scope), [kind, choices, scope]);

  const change = useCallback(
    (make: ChangeChoices) => {
      // Read the store directly: two changes may occur between two renders.
      const current = useDeviceChoices.getState()[kind];
      update((held) => {
        const before: SettingsOverrides = { ...readChoices(kind, held), device: current };
        return withChanges(held, changedPreferences(kind, before, make(before)));
      });
      const after = make({ ...choices, device: current });
      if (after.device !== current) setDeviceChoice(kind, after.device);
      choicesWriter.add(kind, make);
    },
    [kind, choices, update],
  );

  useEffect(() => {
    // Never removed: what the last reader flushes can be in flight when the page unloads.
    window.addEventListener('pagehide', choicesWriter.leave);
    return () => void choicesWriter.flush();
  }, []);

  return useMemo(
    () => ({
      ...resolved,
      isReady,
      keepOn,
      setKeepOn,
      set: (values, layer = keepOn) => change(chooseValues(scope, layer, values)),
      reset: (field) => change(forgetValues(scope, resolved.sources[field].layer, [field])),
      resetLayer: (layer) => {
        const before = choiceOf(choices, layer, scope);
        change(putChoice(scope, layer, noChoice));
        return () => change(putChoice(scope, layer, before));
      },
      profiles: choices.profiles,
      profileOf: (layer) => choiceOf(choices, layer, scope).profile,
      takeProfile: (layer, id) => change(assignProfile(scope, layer, id)),
      saveAsProfile: (name, layer) => {
        const profile = { id: newId(), name, values: chosenValues(kind, resolved) };
        change((held) => assignProfile(scope, layer, profile.id)(saveProfile(profile)(held)));
      },
      usesOf: (id) => usesOfProfile(choices, id),
      renameProfile: (id, name) => change(renameProfile(id, name)),
      forgetProfile: (profile) => {
        change(deleteProfile(profile.id));
        return () => change(restoreProfile(profile, choices));
      },
    }),
    [kind, resolved, isReady, keepOn, choices, scope, change],
  );
};

/** All values that differ from the defaults, and those explicitly set to them. */
const chosenValues = <Kind extends ReadingKind>(
  kind: Kind,
  { values, sources }: Resolved<Kind>,
): SomeValues => {
  const delivered: SomeValues = defaultValues(kind);
  return Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) =>
        sources[field as ReadingField<Kind>].layer !== 'default' || value !== delivered[field],
    ),
  );
};

/** Unlike `crypto.randomUUID`, this also works in insecure contexts. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** The user's preferences from the server; until it responds, the copy on this device. */
const usePreferenceMap = (userId: string) => {
  const client = useQueryClient();
  const lost = useIsLost();
  const [remembered] = useState(() => cachedPreferences(userId));
  const query = useQuery({ ...preferencesQuery(userId), enabled: userId !== '' });
  const preferences = query.data ?? remembered ?? nothing;

  useEffect(() => {
    if (query.data) cachePreferences(userId, query.data);
  }, [query.data, userId]);

  const update = useCallback(
    (make: (held: PreferenceMap) => PreferenceMap) => {
      const { queryKey } = preferencesQuery(userId);
      client.setQueryData(queryKey, (held) => make(held ?? remembered ?? nothing));
    },
    [client, userId, remembered],
  );
  const isSettled = query.isFetched || query.fetchStatus !== 'fetching';
  return { preferences, update, isReady: remembered !== null || isSettled || lost };
};

const nothing: PreferenceMap = {};
