import type { QueryClient } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';

import { readToken } from '../../api/token.ts';
import { addBookTexts, addLazyTexts } from '../../locales/load-texts.ts';
import { withTranslations } from '../../locales/with-translations.ts';
import { importWithRetry } from '../../ui/loading/import-module.ts';
import { settledWithin } from '../../ui/loading/settled-within.ts';
import { queryClient } from '../query-client.ts';

interface PageModule {
  /**
   * Requests the data of the address, so that the page is drawn once, with it. The address can be that of another page,
   * where the pointer rests on a link to this one.
   */
  firstRequests?: (client: QueryClient) => Promise<unknown>[];
}

const pageWith =
  (addTexts: () => Promise<void>) =>
  <Module extends object, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
    lazyRouteComponent(
      () => importWithRetry(() => withTranslations(withData(load()), addTexts)),
      name,
    );

/** A page component that is loaded with its translations when its route is visited. */
export const page = pageWith(addLazyTexts);

/** The same for a page about books, which needs the texts of such pages only. */
export const bookPage = pageWith(addBookTexts);

/** Time for the first requests of a page (ms), after which it shows that it is loading. */
const patienceMs = 150;

const withData = async <Module extends PageModule>(part: Promise<Module>): Promise<Module> => {
  const module = await part;
  // A failed one is repeated by the component that needs it.
  if (module.firstRequests && readToken() !== null)
    await settledWithin(patienceMs, module.firstRequests(queryClient));
  return module;
};
