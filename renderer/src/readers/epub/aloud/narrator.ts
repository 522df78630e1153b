import { createStore } from 'zustand/vanilla';

import { delay } from '../../../ui/loading/delay.ts';
import type { Movement, ShownText } from '../engine/book-engine.ts';
import { spokenName } from '../engine/book-style.ts';
import type { TextRange } from '../engine/locator.ts';
import type { Sentence } from './sentences.ts';
import { hasVoice, type Speaker } from './speaker.ts';
import { sentencesOf } from './spoken-text.ts';

/** When the voice pauses: after minutes, or where the next chapter begins. */
export type SleepTimer = 15 | 30 | 60 | 'chapter' | null;

export interface AloudState {
  status: 'off' | 'playing' | 'paused';
  /** Why nothing is spoken. */
  problem: 'no-voice' | 'failed' | null;
  sleep: SleepTimer;
  /** Of the sentence that is spoken, BCP 47. */
  language: string;
}

export const silent: AloudState = { status: 'off', problem: null, sleep: null, language: '' };

interface NarratorOptions {
  voices: SpeechSynthesis;
  speaker: Speaker;
  /** Of the book, for texts that do not name theirs. */
  language: string;
}

/** The open book, as far as the voice needs it. */
export interface NarratedBook {
  shown: () => readonly ShownText[];
  /** Turns the page; resolves to false at the end of the book. */
  turn: () => Promise<boolean>;
  /** The chapter of a place in the book. */
  chapterAt: (text: ShownText, range: TextRange) => unknown;
}

const noBook: NarratedBook = {
  shown: () => [],
  turn: () => Promise.resolve(false),
  chapterAt: () => null,
};

/** A sentence of a text on display. */
interface Place {
  text: ShownText;
  /** Index among the sentences of the text. */
  index: number;
  said: Sentence;
}

/** How long a screen without words is shown (ms). */
const wordlessMs = 2000;
/** Screens without words after which the voice pauses, because the book may not go on. */
const maxWordless = 20;
/** How long pages must not have been turned by hand until the voice goes on at the new one (ms). */
const restMs = 300;

/** Reads a book aloud: follows the text with the voice, and the voice with the text. */
export const createNarrator = (options: NarratorOptions) => {
  const { voices, speaker } = options;
  let book = noBook;
  const store = createStore<AloudState>(() => silent);
  const sentencesIn = createSentenceCache();
  let place: Place | null = null;
  /** The turn that the voice waits for; another replaces it. */
  let turning: object | null = null;
  let rest: ReturnType<typeof setTimeout> | undefined;
  const timer = createSleepTimer((...target) => book.chapterAt(...target));

  const isShown = (text: ShownText) => book.shown().includes(text);
  const isOn = () => store.getState().status === 'playing';

  const silence = () => {
    clearTimeout(rest);
    turning = null;
    speaker.cancel();
  };

  const speak = () => {
    if (!place) return;
    const { text, said } = place;
    if (timer.hasEnded(text, said)) {
      timer.set(null, null);
      store.setState({ status: 'paused', sleep: null });
      return;
    }
    const language = said.language || options.language;
    store.setState({ status: 'playing', problem: null, language });
    text.reveal(said);
    highlight(text, said);
    speaker.say(said.spoken, language, {
      onWord: (character) => text.reveal({ start: said.offsetOf(character), end: said.end }),
      onEnd: goOn,
      onFailure: () => store.setState({ status: 'paused', problem: 'failed' }),
    });
  };

  const goOn = () => {
    if (!place) return;
    const next = placeAfter(place, book.shown(), sentencesIn);
    if (next) {
      place = next;
      speak();
    } else void turnOn(place.text);
  };

  /** Turns pages until there are words behind the text that was read. */
  const turnOn = async (read: ShownText) => {
    const own = {};
    turning = own;
    const isWanted = () => turning === own;
    const find = () => (isShown(read) ? null : placeOnScreen(book.shown(), sentencesIn));
    const found = await turnToWords(() => book.turn(), find, isWanted);
    if (!isWanted()) return;
    turning = null;
    if (found === 'end') stop();
    else if (found === null) pause();
    else {
      place = found;
      speak();
    }
  };

  const begin = () => {
    const found = placeOnScreen(book.shown(), sentencesIn);
    if (found) {
      place = found;
      speak();
    } else {
      const [text] = book.shown();
      store.setState({ status: 'playing' });
      if (text) void turnOn(text);
    }
  };

  const isInSight = (): boolean =>
    place !== null && isShown(place.text) && place.text.isVisible(place.said);

  const play = async () => {
    if (isOn()) return;
    store.setState({ status: 'playing', problem: null });
    if (!(await hasVoice(voices))) {
      if (isOn()) store.setState({ status: 'paused', problem: 'no-voice' });
      return;
    }
    if (!isOn()) return;
    if (isInSight()) speak();
    else begin();
  };

  const pause = () => {
    silence();
    store.setState({ status: 'paused' });
  };

  const stop = () => {
    if (store.getState().status === 'off') return;
    silence();
    if (place) clearHighlight(place.text);
    place = null;
    timer.set(null, null);
    store.setState(silent);
  };

  return {
    store,
    setBook: (next: NarratedBook) => void (book = next),
    play: () => void play(),
    pause,
    stop,
    toggle: () => {
      if (isOn()) pause();
      else void play();
    },
    /** To the next or previous sentence of the texts on display. */
    step(step: 1 | -1) {
      if (!place || turning !== null) return;
      silence();
      if (!isShown(place.text)) begin();
      else if (step > 0) goOn();
      else {
        place = placeAt(place.text, place.index - 1, sentencesIn) ?? place;
        speak();
      }
    },
    /** Says the sentence again, with another voice or speed. */
    repeat() {
      if (isOn() && turning === null && isInSight()) speak();
    },
    setSleep(sleep: SleepTimer) {
      timer.set(sleep, place && book.chapterAt(place.text, place.said));
      store.setState({ sleep });
    },
    /** The reader shows another place: the voice follows if the sentence is no longer there. */
    moved(movement: Movement) {
      if (!place || !isOn() || turning !== null) return;
      if (movement === 'layout' && isShown(place.text)) place.text.reveal(place.said);
      if (isInSight()) return;
      silence();
      rest = setTimeout(begin, restMs);
    },
  };
};

export type Narrator = ReturnType<typeof createNarrator>;

type SentencesIn = (text: ShownText) => Sentence[];

const createSentenceCache = (): SentencesIn => {
  const known = new WeakMap<ShownText, Sentence[]>();
  return (text) => {
    const sentences = known.get(text) ?? sentencesOf(text);
    known.set(text, sentences);
    return sentences;
  };
};

const placeAt = (text: ShownText, index: number, sentencesIn: SentencesIn): Place | null => {
  const said = sentencesIn(text)[index];
  return said ? { text, index, said } : null;
};

/** Where to begin: with the selection, or the first sentence that begins on the screen. */
const placeOnScreen = (shown: readonly ShownText[], sentencesIn: SentencesIn): Place | null => {
  for (const text of shown) {
    const sentences = sentencesIn(text);
    const selected = text.selected();
    const from = selected ?? text.firstVisible();
    const first = sentences.findIndex(({ end }) => end > from);
    const next = sentences[first + 1];
    const isBegun = selected === null && (sentences[first]?.start ?? from) < from;
    const index = isBegun && next && text.isVisible(next) ? first + 1 : first;
    const found = placeAt(text, index, sentencesIn);
    if (found) return found;
  }
  return null;
};

/** The next sentence of the texts on display. */
const placeAfter = (
  { text, index }: Place,
  shown: readonly ShownText[],
  sentencesIn: SentencesIn,
): Place | null => {
  const own = placeAt(text, index + 1, sentencesIn);
  if (own) return own;
  const other = shown.slice(shown.indexOf(text) + 1).find((later) => sentencesIn(later).length > 0);
  return other ? placeAt(other, 0, sentencesIn) : null;
};

/** Turns pages until there are words, and shows those without for a while. */
const turnToWords = async (
  turn: NarratedBook['turn'],
  find: () => Place | null,
  isWanted: () => boolean,
): Promise<Place | 'end' | null> => {
  for (let screens = 0; screens < maxWordless && isWanted(); screens += 1) {
    if (!(await turn())) return 'end';
    const found = find();
    if (found) return found;
    await delay(wordlessMs);
    // The page may have been turned by hand meanwhile.
    const other = isWanted() ? find() : null;
    if (other) return other;
  }
  return null;
};

/** By the clock, because browsers slow down timers of pages in the background. */
const createSleepTimer = (chapterAt: NarratedBook['chapterAt']) => {
  let sleep: SleepTimer = null;
  let chapter: unknown = null;
  let end = Infinity;
  return {
    /** @param current the chapter that is read */
    set(next: SleepTimer, current: unknown): void {
      sleep = next;
      chapter = current;
      end = typeof next === 'number' ? Date.now() + next * 60_000 : Infinity;
    },
    hasEnded: (text: ShownText, range: TextRange): boolean =>
      sleep === 'chapter' ? chapterAt(text, range) !== chapter : Date.now() >= end,
  };
};

/** Draws the sentence with the CSS Custom Highlight API; does nothing without it. */
const highlight = ({ part: { window }, index }: ShownText, said: TextRange): void => {
  if (!('highlights' in window.CSS)) return;
  // eslint-disable-next-line floor/member-above-floor -- asked for above
  window.CSS.highlights.set(spokenName, new window.Highlight(index.rangeOf(said)));
};

const clearHighlight = ({ part: { window } }: ShownText): void => {
  // eslint-disable-next-line floor/member-above-floor -- asked for in the same line
  if ('highlights' in window.CSS) window.CSS.highlights.delete(spokenName);
};
