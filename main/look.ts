import type { ThemePort } from './ports.ts';
import type { State, StateFile } from './state.ts';

type Chosen = State['look'];

export interface Look {
  /** Follows what was chosen, at once and in the starts to come. */
  set(look: Chosen): void;
  /** Two letters; null where that of the system is used. */
  language(): string | null;
}

/** The colours and the language that were chosen in the application, which all of its windows share. */
export const createLook = (
  theme: ThemePort,
  state: StateFile,
  /** Of windows that are open; colours they follow by themselves. */
  onLanguage: () => void,
): Look => {
  theme.follow(state.get().look.scheme);
  return {
    set: (look) => {
      const before = state.get().look;
      if (look.scheme === before.scheme && look.language === before.language) return;
      state.update({ look });
      theme.follow(look.scheme);
      if (look.language !== before.language) onLanguage();
    },
    language: () => state.get().look.language,
  };
};
