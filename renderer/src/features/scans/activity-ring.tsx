import classes from './activity-ring.module.css';

const circumference = 2 * Math.PI * 8;

/** Progress ring, 0 to 1; spins while the total is unknown (null). */
export const ActivityRing = ({ fraction }: { fraction: number | null }) => (
  <svg
    className={classes.ring}
    viewBox="0 0 20 20"
    aria-hidden
    data-counting={fraction === null || undefined}
  >
    <circle cx="10" cy="10" r="8" />
    <circle
      cx="10"
      cy="10"
      r="8"
      strokeDasharray={circumference}
      strokeDashoffset={circumference * (1 - (fraction ?? 0.2))}
    />
  </svg>
);
