import { IconAlertTriangle, IconBook2 } from '@tabler/icons-react';
import { useState } from 'react';

import classes from './cover.module.css';

interface CoverProps {
  src: string;
  /** Shown where there is no image, so that a book without a cover is still known by its name. */
  title: string;
  broken?: boolean;
  /** For the one image that a page is about; all others wait until they come into view. */
  eager?: boolean;
}

/**
 * A cover in a stable 2:3 box. A wide image (a spread as cover) is shown whole on a blurred ground
 * instead of being cropped to its middle. An ordinary one is drawn once and never again: while a
 * large grid scrolls, dozens arrive in every second.
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
