import { Skeleton } from '@mantine/core';

import classes from './editing.module.css';

/** Placeholder while loading. */
export const EditorSkeleton = () => (
  <div className={classes.panel} aria-hidden>
    <Skeleton height={34} width="70%" mb={22} />
    {[1, 2, 3, 4].map((row) => (
      <Skeleton key={row} height={36} mb={26} />
    ))}
  </div>
);
