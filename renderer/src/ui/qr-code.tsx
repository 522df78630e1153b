import classes from './qr-code.module.css';

/** A code for a camera. It stays black on white in the dark, which is what cameras read. */
export const QrCode = ({ svg, label, size }: { svg: string; label: string; size: number }) => (
  <img
    className={classes.code}
    src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
    alt={label}
    width={size}
    height={size}
  />
);
