import classes from './load-state.module.css';
import { useRetries } from './use-retries.ts';

interface LoadFailureProps {
  title: string;
  reason: string;
  retry: string;
  /** In a row; `Infinity` for what would fail again. */
  failures: number;
  onRetry: () => void;
}

/** Shown over an open book of which a part could not be loaded. */
export const LoadFailure = ({ title, reason, retry, failures, onRetry }: LoadFailureProps) => {
  useRetries(failures, onRetry);
  return (
    <div className={classes.message} role="alert">
      <strong>{title}</strong>
      <span>{reason}</span>
      <button type="button" onClick={onRetry}>
        {retry}
      </button>
    </div>
  );
};
