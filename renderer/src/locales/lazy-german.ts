import { byNamespace } from './lazy-texts.ts';

export const lazyGerman = byNamespace(
  import.meta.glob<object>(['./de/*.json', '!./de/{common,home,scans}.json'], {
    eager: true,
    import: 'default',
  }),
);

export { faults } from './book-german.ts';
