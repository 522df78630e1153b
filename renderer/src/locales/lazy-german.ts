import { byNamespace } from './lazy-texts.ts';

export const lazyGerman = byNamespace(
  import.meta.glob<object>(['./de/*.json', '!./de/{common,home,scans}.json'], {
    eager: true,
    import: 'default',
  }),
);

/** The server's messages are in English, by which every language finds its translations. */
export { default as faults } from './en/faults.json' with { type: 'json' };
