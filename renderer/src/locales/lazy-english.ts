import { byNamespace } from './lazy-texts.ts';

export const lazyEnglish = byNamespace(
  import.meta.glob<object>(['./en/*.json', '!./en/{common,home,scans}.json'], {
    eager: true,
    import: 'default',
  }),
);
