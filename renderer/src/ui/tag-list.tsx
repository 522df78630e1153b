import type { ReactNode } from 'react';

import classes from './tag-list.module.css';

interface TagListProps {
  label: string;
  tags: readonly string[];
  /** Draws a word as something else, a link for example. */
  render?: (tag: string) => ReactNode;
}

/** A labelled row of short words; nothing where there are none. */
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
