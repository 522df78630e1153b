/**
 * The waiting service worker that would replace the active one. A first version is briefly
 * `waiting`, too, but needs no confirmation.
 */
export const pendingUpdate = ({
  active,
  waiting,
}: Pick<ServiceWorkerRegistration, 'active' | 'waiting'>): ServiceWorker | null =>
  active === null ? null : waiting;
