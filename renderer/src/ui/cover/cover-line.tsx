import { Cover } from './cover.tsx';
import classes from './cover-line.module.css';

interface CoverLineProps {
  cover: string;
  /** See `Cover`. */
  ratio?: number | null;
  title: string;
  /** The line below the title. */
  detail: string;
  /** An unreadable file: the detail is the reason, which may take several lines. */
  isBroken?: boolean;
}

/** Content of a link to a book or series in a list: small cover and two lines of text. */
export const CoverLine = ({ cover, ratio, title, detail, isBroken = false }: CoverLineProps) => (
  <>
    <span className={classes.cover}>
      <Cover src={cover} title="" ratio={ratio} broken={isBroken} />
    </span>
    <span className={classes.text}>
      <span className={classes.title}>{title}</span>
      <span className={classes.detail} data-broken={isBroken || undefined}>
        {detail}
      </span>
    </span>
  </>
);
