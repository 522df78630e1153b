import { IconAlertTriangle, IconBook2 } from '@tabler/icons-react';
import { useState } from 'react';

import classes from './cover.module.css';

interface CoverProps {
  src: string;
  /** Shown if there is no image. */
  title: string;
  broken?: boolean;
  /** For the main image of a page; all others load when scrolled into view. */
  eager?: boolean;
}

/**
 * A cover in a fixed 2:3 box. A landscape image is shown whole on a blurred backdrop instead of
 * cropped. A portrait image never re-renders, because scrolling a large grid loads dozens per
 * second.
 */
export const Cover = (props: CoverProps) => <CoverImage key={props.src} {...props} />;

const CoverImage = ({ src, title, broken = false, eager = false }: CoverProps) => {
  const [state, setState] = useState<'portrait' | 'landscape' | 'missing'>('portrait');
  const missing = broken || state === 'missing';
  return (
    <span className={classes.box} data-state={missing ? 'missing' : state}>
      {missing && (
        <span className={classes.fallback} aria-hidden>
          {broken ? <IconAlertTriangle stroke={1.5} /> : <IconBook2 stroke={1.25} />}
          <span>{title}</span>
        </span>
      )}
      {state === 'landscape' && !missing && (
        <img className={classes.ground} src={src} alt="" aria-hidden draggable={false} />
      )}
      {!missing && (
        <img
          className={classes.image}
          src={src}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          draggable={false}
          onLoad={({ currentTarget: image }) => {
            image.dataset['loaded'] = '';
            if (image.naturalWidth > image.naturalHeight) setState('landscape');
          }}
          onError={() => setState('missing')}
        />
      )}
    </span>
  );
};
