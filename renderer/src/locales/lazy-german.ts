import { byNamespace } from './lazy-texts.ts';

export const lazyGerman = byNamespace(
  import.meta.glob<object>(['./de/*.json', '!./de/{common,home,library,scans,series}.json'], {
    eager: true,
    import: 'default',
  }),
);
