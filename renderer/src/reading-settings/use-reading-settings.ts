import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';

import { useUser } from '../api/session-store.ts';
import {
  bringBackProfile,
  chooseValues,
  forgetProfile,
  forgetValues,
  keepProfile,
  putChoice,
  renameProfile,
  takeProfile,
  type ChangeChoices,
} from './change.ts';
import {
  noChoice,
  type Choices,
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
import { rememberedPreferences, rememberPreferences } from './remembered.ts';
import { choiceOf, resolveReading, type Resolved } from './resolve.ts';
import {
  changedPreferences,
  readChoices,
  withChanges,
  type PreferenceMap,
} from './stored-choices.ts';

export interface ReadingSettings<Kind extends ReadingKind> extends Resolved<Kind> {
  /** False until it is known what the person has chosen; the values are defaults before that. */
  isReady: boolean;
  /** The layer that changes are kept on where none is named; remembered by this device. */
  keepOn: ReadingLayer;
  setKeepOn: (layer: ReadingLayer) => void;
  set: (change: Partial<ReadingValues<Kind>>, layer?: ReadingLayer) => void;
  /** Forgets what was chosen for a field on the layer that it comes from. */
  reset: (field: ReadingField<Kind>) => void;
  /** Forgets all that was chosen on a layer. Gives the way back. */
  resetLayer: (layer: ReadingLayer) => () => void;
  profiles: readonly ReadingProfile[];
  /** Id of the profile that a layer takes; null for none. */
  profileOf: (layer: ReadingLayer) => string | null;
  takeProfile: (layer: ReadingLayer, id: string | null) => void;
  /** Keeps everything chosen for this book as a profile, which the layer then takes. */
  saveAsProfile: (name: string, layer: ReadingLayer) => void;
  usesOf: (id: string) => ProfileUses;
  renameProfile: (id: string, name: string) => void;
  /** Forgets a profile, also where it was taken. Gives the way back. */
  forgetProfile: (profile: ReadingProfile) => () => void;
}

/**
 * The settings of a reader for the book at hand, in layers: delivered or chosen for all books, then
 * its library, its series and this device, each with the profile that it takes and own values. Changes
 * apply at once and are written to the server a moment later.
 */
export const useReadingSettings = <Kind extends ReadingKind>(
  kind: Kind,
  { libraryId, seriesId }: ReadingScope,
): ReadingSettings<Kind> => {
  const userId = useUser()?.id ?? '';
  const { preferences, isReady, update } = usePreferenceMap(userId);
  const device = useDeviceChoices((state) => state[kind]);
  const keepOn = useDeviceChoices((state) => state.keepOn);

  const scope = useMemo(() => ({ libraryId, seriesId }), [libraryId, seriesId]);
  const choices = useMemo(
    (): Choices => ({ ...readChoices(kind, preferences), device }),
    [kind, preferences, device],
  );
  const resolved = useMemo(() => resolveReading(kind, choices, scope), [kind, choices, scope]);

  const change = useCallback(
    (make: ChangeChoices) => {
      // Read anew, for two changes may come between two renders.
      const current = useDeviceChoices.getState()[kind];
      update((held) => {
        const before: Choices = { ...readChoices(kind, held), device: current };
        return withChanges(held, changedPreferences(kind, before, make(before)));
      });
      const after = make({ ...choices, device: current });
      if (after.device !== current) setDeviceChoice(kind, after.device);
      choicesWriter.add(kind, make);
    },
    [kind, choices, update],
  );

  useEffect(() => {
    window.addEventListener('pagehide', choicesWriter.leave);
    return () => {
      window.removeEventListener('pagehide', choicesWriter.leave);
      void choicesWriter.flush();
    };
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
      takeProfile: (layer, id) => change(takeProfile(scope, layer, id)),
      saveAsProfile: (name, layer) => {
        const profile = { id: newId(), name, values: chosenValues(kind, resolved) };
        change((held) => takeProfile(scope, layer, profile.id)(keepProfile(profile)(held)));
      },
      usesOf: (id) => usesOfProfile(choices, id),
      renameProfile: (id, name) => change(renameProfile(id, name)),
      forgetProfile: (profile) => {
        change(forgetProfile(profile.id));
        return () => change(bringBackProfile(profile, choices));
      },
    }),
    [kind, resolved, isReady, keepOn, choices, scope, change],
  );
};

/** All that differs from what we deliver, and what was chosen back to that. */
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

/** `crypto.randomUUID` is missing where the page is not served over https. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** The person's preferences: from the server, and until it answers as this device remembers them. */
const usePreferenceMap = (userId: string) => {
  const client = useQueryClient();
  const [remembered] = useState(() => rememberedPreferences(userId));
  const query = useQuery({ ...preferencesQuery(userId), enabled: userId !== '' });
  const preferences = query.data ?? remembered ?? nothing;

  useEffect(() => {
    if (query.data) rememberPreferences(userId, query.data);
  }, [query.data, userId]);

  const update = useCallback(
    (make: (held: PreferenceMap) => PreferenceMap) => {
      const { queryKey } = preferencesQuery(userId);
      client.setQueryData(queryKey, (held) => make(held ?? remembered ?? nothing));
    },
    [client, userId, remembered],
  );
  const isSettled = query.isFetched || query.fetchStatus !== 'fetching';
  return { preferences, update, isReady: remembered !== null || isSettled };
};

const nothing: PreferenceMap = {};
