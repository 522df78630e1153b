import type { ReactNode } from 'react';

import classes from './tag-list.module.css';

interface TagListProps {
  label: string;
  tags: readonly string[];
  /** Custom rendering, e.g. as a link. */
  render?: (tag: string) => ReactNode;
}

/** A labelled row of tags; renders nothing if empty. */
export const TagList = ({ label, tags, render }: TagListProps) => {
  if (tags.length === 0) return null;
  return (
    <dl className={classes.row}>
      <dt>{label}</dt>
      {tags.map((tag) => (
        <dd key={tag}>{render === undefined ? tag : render(tag)}</dd>
      ))}
    </dl>
  );
};
