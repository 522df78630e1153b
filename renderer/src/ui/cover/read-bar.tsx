import classes from './read-bar.module.css';

interface ReadBarProps {
  /** 0 to 1. */
  fraction: number;
  /** Without one, the bar is hidden from screen readers. */
  label?: string;
  /** On a line of its own. */
  isWide?: boolean;
  /** Can set `--read-bar-width`. */
  className?: string | undefined;
}

/** Share of a book or volume that was read. */
export const ReadBar = ({ fraction, label, isWide = false, className = '' }: ReadBarProps) => (
  <span
    className={`${classes.bar} ${className}`}
    data-wide={isWide || undefined}
    {...(label !== undefined && { role: 'img', 'aria-label': label })}
  >
    <span style={{ transform: `scaleX(${String(fraction)})` }} />
  </span>
);
