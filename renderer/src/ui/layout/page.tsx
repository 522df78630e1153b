import type { ReactNode } from 'react';

import classes from './page.module.css';

/** Scrolling body of a view; the router restores its scroll position. */
export const Page = ({ children }: { children: ReactNode }) => (
  <div className={classes.page}>{children}</div>
);

export const PageTitle = ({ children, aside }: { children: ReactNode; aside?: ReactNode }) => (
  <header className={classes.head}>
    <h1 className={classes.title}>{children}</h1>
    {aside !== undefined && <div className={classes.aside}>{aside}</div>}
  </header>
);
