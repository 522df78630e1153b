import { PageTitle } from '../../../ui/layout/page.tsx';
import classes from './library-head.module.css';

/** As high as the title and the toolbar of a library that is not known yet. */
export const HeadSkeleton = () => (
  <>
    <PageTitle>{'\u00a0'}</PageTitle>
    <div className={classes.bar} style={{ height: 51 }} />
  </>
);
