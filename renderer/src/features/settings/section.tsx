import type { ReactNode } from 'react';

import classes from './settings-page.module.css';

interface SectionProps {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

/** A group of settings under its name. */
export const Section = ({ title, aside, children }: SectionProps) => (
  <section className={classes.section} aria-label={title}>
    <div className={classes.head}>
      <h2>{title}</h2>
      {aside}
    </div>
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
