import classes from './reader-page.module.css';

/** What a reader shows until its book is there. */
export const ReaderLoading = ({ label }: { label: string }) => (
  <main className={classes.page} data-state="loading" aria-busy aria-label={label} />
);
