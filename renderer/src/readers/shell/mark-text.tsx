import type { Annotation } from '../../../../shared/api/annotations.ts';
import { markColors } from '../epub/engine/book-style.ts';
import classes from './shell.module.css';

/** The marked passage of an annotation, and its note. */
export const MarkText = ({ mark }: { mark: Pick<Annotation, 'text' | 'note' | 'color'> }) => (
  <>
    {mark.text !== null && (
      <span
        className={classes.quote}
        style={{ '--color': markColors[mark.color ?? ''] } as React.CSSProperties}
      >
        {mark.text}
      </span>
    )}
    {mark.note !== null && mark.note !== '' && <span className={classes.note}>{mark.note}</span>}
  </>
);
