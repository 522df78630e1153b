import type { Page } from 'playwright';

/** An utterance as the browser was asked to speak it. */
interface Utterance {
  text: string;
  lang: string;
  rate: number;
  voice: string | null;
}

interface VoiceWindow extends Window {
  testVoice: { said: Utterance[]; report: (name: string, charIndex?: number) => void };
}

/**
 * Replaces the browser's voice engine, which headless Chromium lacks, in the pages that are loaded next: it
 * records the utterances, and each ends when the test says so.
 */
export const giveVoice = async (page: Page, languages: readonly string[]) => {
  await page.addInitScript(replaceVoices, languages);
  return {
    /** All utterances since the page was loaded. */
    said: () => page.evaluate(() => (window as unknown as VoiceWindow).testVoice.said),
    isSpeaking: () => page.evaluate(() => window.speechSynthesis.speaking),
    /** The utterance has been spoken. */
    end: () => page.evaluate(() => (window as unknown as VoiceWindow).testVoice.report('end')),
    /** The utterance could not be spoken. */
    fail: () => page.evaluate(() => (window as unknown as VoiceWindow).testVoice.report('error')),
    /** A word of the utterance begins. */
    word: (character: number) =>
      page.evaluate(
        (index) => (window as unknown as VoiceWindow).testVoice.report('boundary', index),
        character,
      ),
  };
};

/** Runs in the page. */
const replaceVoices = (languages: readonly string[]) => {
  if (window !== window.top) return;
  class TestUtterance extends EventTarget {
    lang = '';
    rate = 1;
    voice: { name: string } | null = null;
    text: string;
    constructor(text: string) {
      super();
      this.text = text;
    }
  }
  const said: Utterance[] = [];
  let current: TestUtterance | null = null;
  class TestEngine extends EventTarget {
    pending = false;
    get speaking() {
      return current !== null;
    }
    getVoices() {
      return languages.map((lang) => ({ lang, name: `Voice ${lang}`, voiceURI: `test:${lang}` }));
    }
    speak(utterance: TestUtterance) {
      current = utterance;
      const { text, lang, rate, voice } = utterance;
      said.push({ text, lang, rate, voice: voice?.name ?? null });
      utterance.dispatchEvent(new Event('start'));
    }
    cancel() {
      const cancelled = current;
      current = null;
      cancelled?.dispatchEvent(new Event('error'));
    }
  }
  const report = (name: string, charIndex?: number) => {
    const utterance = current;
    if (name !== 'boundary') current = null;
    utterance?.dispatchEvent(Object.assign(new Event(name), { charIndex }));
  };
  Object.defineProperty(window, 'speechSynthesis', { value: new TestEngine() });
  Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: TestUtterance });
  Object.assign(window, { testVoice: { said, report } });
};

/** The text that is highlighted as spoken, and whether a part of it is on the screen. */
export const spokenIn = (page: Page): Promise<{ text: string; isVisible: boolean } | null> =>
  page.evaluate(() => {
    for (const frame of document.querySelectorAll<HTMLIFrameElement>('main iframe')) {
      if (frame.style.visibility !== 'visible') continue;
      const view = frame.contentWindow as (Window & typeof globalThis) | null;
      const [range] = view?.CSS.highlights.get('octavo-spoken') ?? [];
      if (!range) continue;
      const { clientWidth: width, clientHeight: height } = frame;
      const isVisible = [...(range as Range).getClientRects()].some(
        ({ top, right, bottom, left }) => bottom > 0 && right > 0 && top < height && left < width,
      );
      return { text: (range as Range).toString().replace(/\s+/g, ' '), isVisible };
    }
    return null;
  });
