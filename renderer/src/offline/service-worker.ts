import { basePath } from '../api/base-path.ts';
import { takeOver } from '../../worker/cache-names.ts';
import { pendingUpdate } from './pending-update.ts';
import { offerUpdate } from './update-notice.tsx';

/**
 * Registers the service worker. A new version waits for the user's consent, because it reloads the
 * page; pages opened later use it anyway.
 */
export const startServiceWorker = async (): Promise<void> => {
  // The development server has no service worker.
  if (!import.meta.env.PROD) return;
  const { serviceWorker } = navigator;
  const registration = await serviceWorker
    .register(`${basePath}/service-worker.js`)
    .catch(() => null);
  if (registration === null) return;

  const offer = (waiting: ServiceWorker) =>
    offerUpdate(() => {
      serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      waiting.postMessage(takeOver);
    });
  const pending = pendingUpdate(registration);
  if (pending !== null) offer(pending);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      // Without a controller this is the first version, which needs no consent.
      if (installing.state === 'installed' && serviceWorker.controller !== null) offer(installing);
    });
  });
};
