import type { CSSProperties } from 'react';

import hidden from '../text/visually-hidden.module.css';
import { Cover } from './cover.tsx';
import classes from './cover-card.module.css';

interface CoverCardProps {
  cover: string;
  title: string;
  /** See `Cover`. */
  author?: string | undefined;
  ratio?: number | null;
  /** The line below the title. */
  detail: string;
  /** Number of unread books in a series; `new` for a book not started, shown without a number. */
  unread?: number | 'new' | undefined;
  /** Accessible label of the badge. */
  unreadLabel?: string | undefined;
  /** 0 to 1; shown as a bar at the bottom of the cover. */
  progress?: number | undefined;
  done?: boolean;
  broken?: boolean;
}

/** Content of a link to a book or series: cover, badges, a title of up to two lines and a detail. */
export const CoverCard = ({
  cover,
  title,
  author,
  ratio,
  detail,
  unread,
  unreadLabel,
  progress,
  done = false,
  broken = false,
}: CoverCardProps) => (
  <span className={classes.card} data-broken={broken || undefined} title={title}>
    <span className={classes.cover} data-cover>
      <Cover src={cover} title={title} author={author} ratio={ratio} broken={broken} />
      {unread !== undefined && (
        <span className={unread === 'new' ? classes.dot : classes.count} aria-hidden>
          {unread === 'new' ? null : unread}
        </span>
      )}
      {progress !== undefined && (
        <span className={classes.progress} style={{ '--value': progress } as CSSProperties} />
      )}
    </span>
    <span className={classes.title} data-done={done || undefined}>
      {title}
    </span>
    <span className={classes.detail}>{detail}</span>
    {unread !== undefined && <span className={hidden.visuallyHidden}>{unreadLabel}</span>}
  </span>
);

/** Placeholder of the same size while loading. */
export const CoverCardSkeleton = () => (
  <span className={classes.card} aria-hidden>
    <span className={classes.cover}>
      <span className={classes.blank} />
    </span>
    <span className={classes.line} />
    <span className={classes.line} data-short />
  </span>
);
