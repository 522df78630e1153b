import 'i18next';

import type { FirstTexts } from './first-english.ts';
import type { LazyTexts } from './lazy-texts.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: FirstTexts & LazyTexts;
  }
}
