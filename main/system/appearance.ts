import type { ThemePort } from '../ports.ts';
import type { State, StateFile } from '../desktop-state.ts';

type Chosen = State['look'];

export interface Appearance {
  /** Applies the appearance now and in later starts. */
  set(chosen: Chosen): void;
  /** Two letters; null follows the system. */
  language(): string | null;
}

/** The appearance (colours and language) chosen in the application, shared by all windows. */
export const createAppearance = (
  theme: ThemePort,
  state: StateFile,
  /** Called for open windows; colours need no call, because windows follow the system's. */
  onLanguage: () => void,
): Appearance => {
  theme.follow(state.get().look.scheme);
  return {
    set: (chosen) => {
      const before = state.get().look;
      if (chosen.scheme === before.scheme && chosen.language === before.language) return;
      state.update({ look: chosen });
      theme.follow(chosen.scheme);
      if (chosen.language !== before.language) onLanguage();
    },
    language: () => state.get().look.language,
  };
};
