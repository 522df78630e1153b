/**
 * The service worker that waits to replace the one at work. A first version is `waiting` for a moment,
 * too, before it becomes active: nobody has to agree to that one.
 */
export const pendingUpdate = ({
  active,
  waiting,
}: Pick<ServiceWorkerRegistration, 'active' | 'waiting'>): ServiceWorker | null =>
  active === null ? null : waiting;
