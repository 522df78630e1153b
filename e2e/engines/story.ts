import type { StoryFixture } from './story-fixture.ts';
import { sizes, type SizeName } from './page.ts';
import type { SimulatedUser } from './simulated-user.ts';

/** A user flow that runs in every engine at each of its sizes. */
export interface Story {
  flow: string;
  /** The sizes at which the flow applies. */
  sizes: readonly SizeName[];
  run: (user: SimulatedUser, fixture: StoryFixture, size: SizeName) => Promise<void>;
}

export const everywhere: readonly SizeName[] = ['desktop', 'phone'];

/** Runs a story in landscape on a phone, and rotates back. */
export const acrossOnPhone = (story: Story): Story => ({
  ...story,
  run: async (user, fixture, size) => {
    if (size !== 'phone') return story.run(user, fixture, size);
    const { width, height } = sizes.phone;
    await user.page.resize({ width: height, height: width });
    try {
      await story.run(user, fixture, size);
    } finally {
      await user.page.resize(sizes.phone);
    }
  },
});
