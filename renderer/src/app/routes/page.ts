import { lazyRouteComponent } from '@tanstack/react-router';
import { z } from 'zod';

import { retried } from '../../ui/retried.ts';
import { withTexts } from '../with-texts.ts';

/** The component of a page that is loaded, with its texts, when somebody goes there. */
export const page = <Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(() => retried(() => withTexts(load())), name);

/** The page of a list in the address; anything else there counts as the first. */
export const pageNumber = z.number().int().min(1).optional().catch(undefined);
