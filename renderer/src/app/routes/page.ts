import { lazyRouteComponent } from '@tanstack/react-router';

import { retried } from '../../ui/text/retried.ts';
import { withTranslations } from '../../locales/with-translations.ts';

/** A page component that is loaded with its translations when its route is visited. */
export const page = <Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(() => retried(() => withTranslations(load())), name);
