import classes from '../comic/reader-page.module.css';

export const ReaderLoading = ({ label }: { label: string }) => (
  <main className={classes.page} data-state="loading" aria-busy aria-label={label} />
);
