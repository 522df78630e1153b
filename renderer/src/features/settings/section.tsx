import type { ReactNode } from 'react';

import classes from './settings-page.module.css';

interface SectionProps {
  title: string;
  /** Hides the title if the page already shows it. */
  isNameHidden?: boolean;
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled group of settings. */
export const Section = ({ title, isNameHidden = false, aside, children }: SectionProps) => (
  <section className={classes.section} aria-label={title}>
    {!isNameHidden && (
      <div className={classes.head}>
        <h2>{title}</h2>
        {aside}
      </div>
    )}
    {children}
  </section>
);

interface RowProps {
  label: string;
  text?: string;
  children?: ReactNode;
}

/** A setting: label and description, with its control beside it. */
export const Row = ({ label, text, children }: RowProps) => (
  <div className={classes.row}>
    <div>
      <strong>{label}</strong>
      {text !== undefined && <p>{text}</p>}
    </div>
    {children}
  </div>
);
