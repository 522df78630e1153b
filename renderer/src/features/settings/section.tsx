import type { ReactNode } from 'react';

import classes from './settings-page.module.css';

interface SectionProps {
  title: string;
  /** Where the page has the name already. */
  isNameHidden?: boolean;
  aside?: ReactNode;
  children: ReactNode;
}

/** A group of settings under its name. */
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

/** One setting: what it is, and beside it how it is changed. */
export const Row = ({ label, text, children }: RowProps) => (
  <div className={classes.row}>
    <div>
      <strong>{label}</strong>
      {text !== undefined && <p>{text}</p>}
    </div>
    {children}
  </div>
);
