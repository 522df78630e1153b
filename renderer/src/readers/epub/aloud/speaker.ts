import { piecesOf } from './sentences.ts';
import { chosenVoice, useAloudChoices } from './voices.ts';

interface SpeechEvents {
  /** A word begins, at a character of the sentence. Some voices do not report it. */
  onWord: (character: number) => void;
  onEnd: () => void;
  onFailure: () => void;
}

/** Longest utterance at the usual speed (characters): Chrome stops voices of the network after 15 s. */
const longest = { letters: 180, ideographs: 60 };
const ideographs = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
/** Longest time until an utterance has ended (ms), because some browsers forget to report it. */
const patienceOf = (text: string, speed: number): number => 8000 + (text.length * 400) / speed;

/** Speaks one sentence at a time with the voices of the browser. */
export const createSpeaker = (voices: SpeechSynthesis) => {
  // Also keeps it from being collected, after which Chrome reports nothing.
  let utterance: SpeechSynthesisUtterance | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const cancel = () => {
    utterance = null;
    clearTimeout(timer);
    // Safari on iOS stays silent after a `cancel` that it did not need.
    if (voices.speaking || voices.pending) voices.cancel();
  };

  const say = (sentence: string, language: string, events: SpeechEvents) => {
    cancel();
    const { speed } = useAloudChoices.getState();
    const limit = ideographs.test(sentence) ? longest.ideographs : longest.letters;
    const pieces = piecesOf(sentence, Math.round(limit * Math.min(1, speed)));
    const sayPiece = (number: number) => {
      const piece = pieces[number];
      if (!piece) {
        utterance = null;
        events.onEnd();
        return;
      }
      const own = new SpeechSynthesisUtterance(piece.text);
      utterance = own;
      own.lang = language;
      own.rate = speed;
      own.voice = chosenVoice(voices.getVoices(), language) ?? null;
      let hasBegun = false;
      const finish = (isSpoken: boolean) => {
        // Events of a cancelled utterance come late.
        if (utterance !== own) return;
        clearTimeout(timer);
        if (isSpoken) sayPiece(number + 1);
        else {
          cancel();
          events.onFailure();
        }
      };
      own.addEventListener('start', () => (hasBegun = true));
      own.addEventListener('end', () => finish(true));
      own.addEventListener('error', () => finish(false));
      own.addEventListener('boundary', ({ charIndex }) => {
        if (utterance === own) events.onWord(piece.start + charIndex);
      });
      timer = setTimeout(() => finish(hasBegun), patienceOf(piece.text, speed));
      voices.speak(own);
    };
    sayPiece(0);
  };

  return { say, cancel };
};

export type Speaker = ReturnType<typeof createSpeaker>;

/** How long a browser may take to list its voices (ms). */
const listingMs = 1500;

/** Whether the browser has a voice; some list them only after a while. */
export const hasVoice = async (voices: SpeechSynthesis): Promise<boolean> => {
  if (voices.getVoices().length > 0) return true;
  const listed = Promise.withResolvers<undefined>();
  const done = new AbortController();
  voices.addEventListener('voiceschanged', () => listed.resolve(undefined), done);
  const timer = setTimeout(() => listed.resolve(undefined), listingMs);
  await listed.promise;
  clearTimeout(timer);
  done.abort();
  return voices.getVoices().length > 0;
};
