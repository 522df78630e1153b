import classes from './qr-code.module.css';

/** Black on white also in dark mode, because scanners expect it. */
export const QrCode = ({ svg, label, size }: { svg: string; label: string; size: number }) => (
  <img
    className={classes.code}
    src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
    alt={label}
    width={size}
    height={size}
  />
);
