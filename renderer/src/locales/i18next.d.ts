import 'i18next';

import type { LaterTexts } from './later.ts';
import type { FirstTexts } from './resources.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: FirstTexts & LaterTexts;
  }
}
