import 'i18next';

import type { LazyTexts } from './lazy-namespaces.ts';
import type { FirstTexts } from './resources.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: FirstTexts & LazyTexts;
  }
}
