import type { ConformanceServer } from './house.ts';
import { sizes, type SizeName } from './page.ts';
import type { Person } from './person.ts';

/** A user flow that runs in every engine at each of its sizes. */
export interface Story {
  flow: string;
  /** The sizes at which the flow applies. */
  sizes: readonly SizeName[];
  tell: (person: Person, house: ConformanceServer, size: SizeName) => Promise<void>;
}

export const everywhere: readonly SizeName[] = ['desktop', 'phone'];

/** Runs a story in landscape on a phone, and rotates back. */
export const acrossOnPhone = (story: Story): Story => ({
  ...story,
  tell: async (person, house, size) => {
    if (size !== 'phone') return story.tell(person, house, size);
    const { width, height } = sizes.phone;
    await person.page.resize({ width: height, height: width });
    try {
      await story.tell(person, house, size);
    } finally {
      await person.page.resize(sizes.phone);
    }
  },
});
