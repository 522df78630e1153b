import { IconAlertTriangle, IconBook2 } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState, type CSSProperties } from 'react';

import { onConnectionBack } from '../../api/connection-store.ts';
import classes from './cover.module.css';
import { hueOf } from './cover-hue.ts';

interface CoverProps {
  /** Empty for what has no image. */
  src: string;
  /** Shown if there is no image. */
  title: string;
  /** The author, below the title of a drawn cover. */
  author?: string | undefined;
  /** Width divided by height, if it is known before the image is loaded. */
  ratio?: number | null | undefined;
  broken?: boolean;
  /** For the main image of a page; all others load when scrolled into view. */
  eager?: boolean;
}

/**
 * URLs without an image, so that each is requested once. A new cover has a new URL. Those that failed
 * while the server was away are requested again.
 */
const missing = new Set<string>();
onConnectionBack(() => missing.clear());

/**
 * A cover in a fixed 2:3 box. A landscape image is shown whole on a blurred backdrop instead of
 * cropped. An image of known or portrait shape never re-renders, because scrolling a large grid loads
 * dozens per second. An image is visible only when its shape is known.
 */
export const Cover = (props: CoverProps) => <CoverImage key={props.src} {...props} />;

const CoverImage = ({ src, title, author, ratio, broken = false, eager = false }: CoverProps) => {
  const [state, setState] = useState<'portrait' | 'landscape' | 'missing'>(() =>
    src === '' || missing.has(src) ? 'missing' : shapeOf(ratio ?? 0),
  );
  const isMissing = state === 'missing' && src !== '';
  const again = () => {
    missing.delete(src);
    setState(shapeOf(ratio ?? 0));
  };
  const onBack = useEffectEvent(again);
  useEffect(() => (isMissing ? onConnectionBack(() => onBack()) : undefined), [isMissing]);
  if (broken || state === 'missing')
    return <NoImage title={title} author={author} isBroken={broken} />;
  return (
    <span
      className={classes.box}
      data-state={state}
      data-known={typeof ratio === 'number' || undefined}
    >
      {state === 'landscape' && (
        <img
          className={classes.backdrop}
          src={src}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          aria-hidden
          draggable={false}
        />
      )}
      <img
        className={classes.image}
        src={src}
        alt=""
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
        draggable={false}
        onLoad={({ currentTarget: image }) => {
          const shape = shapeOf(image.naturalWidth / image.naturalHeight);
          // At once, because the state takes effect a frame later.
          image.dataset['loaded'] = shape;
          setState(shape);
        }}
        onError={() => {
          missing.add(src);
          setState('missing');
          void import('./cover-retry.ts').then(
            ({ retryCover }) => retryCover(src, again),
            () => undefined,
          );
        }}
      />
    </span>
  );
};

const shapeOf = (ratio: number) => (ratio > 1 ? 'landscape' : 'portrait');

/** A cover made of the title and author, in a colour of its own; a small one without a title is an icon. */
const NoImage = ({
  title,
  author,
  isBroken,
}: Pick<CoverProps, 'title' | 'author'> & { isBroken: boolean }) => {
  if (isBroken || title === '') {
    return (
      <span className={classes.box} data-state="missing">
        <span className={classes.fallback} aria-hidden>
          {isBroken ? <IconAlertTriangle stroke={1.5} /> : <IconBook2 stroke={1.25} />}
          <span>{title}</span>
        </span>
      </span>
    );
  }
  return (
    <span
      className={`${classes.box} ${classes.drawn}`}
      data-state="missing"
      style={{ '--hue': hueOf(title) } as CSSProperties}
      aria-hidden
    >
      <span className={classes.name}>{title}</span>
      {author && <span className={classes.by}>{author}</span>}
    </span>
  );
};
