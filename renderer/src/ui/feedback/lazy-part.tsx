import { Component, lazy, use, useState, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import classes from './lazy-part.module.css';
import { reloadPage } from '../../api/connection.ts';
import { PartFallback } from './part-fallback.ts';
import { PartNotLoaded, retried } from '../text/retried.ts';

/**
 * Like React's `lazy`, but a failed import does not take down the rest of the page: it is retried
 * once, then on the user's request.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> => {
  let latest = lazy(() => retried(load));
  return function Part(props: Props) {
    const [Current, setCurrent] = useState(() => latest);
    const [attempt, setAttempt] = useState(0);
    const again = () => {
      load().then(
        (loaded) => {
          latest = lazy(() => Promise.resolve(loaded));
          setCurrent(() => latest);
          setAttempt((before) => before + 1);
        },
        // Some browsers cache a failed import until the page is reloaded.
        () => void reloadPage(),
      );
    };
    return (
      <PartBoundary key={attempt} onRetry={again}>
        <Current {...props} />
      </PartBoundary>
    );
  };
};

interface BoundaryProps {
  onRetry: () => void;
  children: ReactNode;
}

/** Catches failed imports only. */
class PartBoundary extends Component<BoundaryProps, { error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!(error instanceof PartNotLoaded)) throw error;
    return <NotLoaded onRetry={this.props.onRetry} />;
  }
}

const NotLoaded = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useTranslation();
  const fallback = use(PartFallback);
  return (
    <>
      {fallback}
      <div className={classes.notice} role="alert">
        <span>{t('error.part')}</span>
        <button type="button" onClick={onRetry}>
          {t('error.again')}
        </button>
      </div>
    </>
  );
};
