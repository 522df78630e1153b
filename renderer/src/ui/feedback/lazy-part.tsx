import { use, useLayoutEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import classes from './lazy-part.module.css';
import { reloadPage } from '../../api/connection.ts';
import { PartFallback } from './part-fallback.ts';
import { importWithRetry, sharedImport } from '../loading/import-module.ts';

/**
 * A lazy-loaded component: its code is imported when it is first rendered, with a fallback until then. A failed
 * import does not take down the rest of the page: it is retried once, then on the user's request.
 *
 * This is not React's `lazy`, because a `Suspense` that has shown its fallback keeps it for at least 300 ms.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = null,
): ComponentType<Props> => {
  let part: ComponentType<Props> | undefined;
  const loadOnce = sharedImport(() => importWithRetry(load));
  return function Part(props: Props) {
    const [Loaded, setLoaded] = useState(() => part);
    const [isFailed, setFailed] = useState(false);
    const button = use(PartFallback);
    const show = (loaded: { default: ComponentType<Props> }) => {
      part = loaded.default;
      setLoaded(() => loaded.default);
    };
    useLayoutEffect(() => {
      if (Loaded !== undefined) return;
      loadOnce().then(show, () => setFailed(true));
    }, [Loaded]);
    if (Loaded !== undefined) {
      return (
        <PartFallback value={null}>
          <Loaded {...props} />
        </PartFallback>
      );
    }
    const again = () => {
      // Some browsers cache a failed import until the page is reloaded.
      load().then(show, () => void reloadPage());
    };
    return (
      <>
        {button ?? fallback}
        {isFailed && <NotLoaded onRetry={again} />}
      </>
    );
  };
};

const NotLoaded = ({ onRetry }: { onRetry: () => void }) => {
  const { t } = useTranslation();
  return (
    <div className={classes.notice} role="alert">
      <span>{t('error.part')}</span>
      <button type="button" onClick={onRetry}>
        {t('error.again')}
      </button>
    </div>
  );
};
