import { z } from 'zod';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

import { uniqueBy } from '../../../../../shared/unique-by.ts';

/** `de-DE` and `de_DE` become `de`. */
export const primaryLanguage = (language: string): string =>
  language.toLowerCase().split(/[-_]/)[0] ?? '';

type Voice = Pick<SpeechSynthesisVoice, 'name' | 'lang' | 'voiceURI'>;

/** Voices of a language that are offered; espeak-ng has thousands of variants. */
const maxVoices = 100;

/**
 * The voices of a language by name, and those of other languages, which are offered if they are not
 * too many.
 */
export const voicesFor = <Some extends Voice>(
  voices: readonly Some[],
  language: string,
): { own: Some[]; others: Some[] } => {
  const unique = uniqueBy(voices, ({ voiceURI }) => voiceURI);
  const isOwn = ({ lang }: Some) => primaryLanguage(lang) === primaryLanguage(language);
  const sorted = (list: Some[]) => list.sort((a, b) => a.name.localeCompare(b.name));
  const others = unique.filter((voice) => !isOwn(voice));
  return {
    own: sorted(unique.filter(isOwn)).slice(0, maxVoices),
    others: others.length > maxVoices ? [] : sorted(others),
  };
};

/** Speeds, of which 1 is the usual one of a voice. */
export const speeds = [0.5, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

interface AloudChoices {
  speed: number;
  /** Address of a voice by language; languages without one have that of the browser. */
  voices: Readonly<Record<string, string>>;
}

const initial: AloudChoices = { speed: 1, voices: {} };

const stored = z
  .object({
    speed: z.number().min(0.5).max(3).catch(1),
    voices: z.record(z.string().max(40), z.string().max(400)).catch({}),
  })
  .catch(initial);

/** Speed and voices of this device, which has the voices; stored in its browser. */
export const useAloudChoices = create<AloudChoices>()(
  persist(() => initial, { name: 'octavo.aloud', version: 1, merge: (data) => stored.parse(data) }),
);

export const setSpeed = (speed: number): void => {
  useAloudChoices.setState({ speed });
};

/** @param voice its address; empty for that of the browser */
export const setVoice = (language: string, voice: string): void => {
  useAloudChoices.setState(({ voices }) => ({
    voices: { ...voices, [primaryLanguage(language)]: voice },
  }));
};

/** The voice that was chosen for a language, if this device has it. */
export const chosenVoice = <Some extends Voice>(
  voices: readonly Some[],
  language: string,
): Some | undefined => {
  const address = useAloudChoices.getState().voices[primaryLanguage(language)];
  return voices.find(({ voiceURI }) => voiceURI === address);
};
