import type { ReactNode } from 'react';

import classes from './covers.module.css';

interface CoverChoiceProps {
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  children: ReactNode;
}

/** A picture that can be chosen as the cover. */
export const CoverChoice = ({ name, isChosen, onChoose, children }: CoverChoiceProps) => (
  <button
    type="button"
    className={classes.choice}
    aria-pressed={isChosen}
    aria-label={name}
    title={name}
    onClick={onChoose}
  >
    {children}
  </button>
);

/** Pictures to choose from. */
export const CoverChoices = ({ children }: { children: ReactNode }) => (
  <ul className={classes.grid}>{children}</ul>
);
