import classes from './tag-list.module.css';

/** A labelled row of short words; nothing where there are none. */
export const TagList = ({ label, tags }: { label: string; tags: readonly string[] }) => {
  if (tags.length === 0) return null;
  return (
    <dl className={classes.row}>
      <dt>{label}</dt>
      {tags.map((tag) => (
        <dd key={tag}>{tag}</dd>
      ))}
    </dl>
  );
};
