import { owner } from '../support/server.ts';
import { bookTextStories } from './book-text-stories.ts';
import { comicStories } from './comic-stories.ts';
import { epubStories } from './epub-stories.ts';
import { firstRunStory, libraryStories } from './library-stories.ts';
import { olderSafariStory } from './older-safari-story.ts';
import { pdfStories } from './pdf-stories.ts';
import { serverStories } from './server-stories.ts';
import { everywhere, type Story } from './story.ts';

const signInStory: Story = {
  flow: 'Sign in',
  sizes: everywhere,
  run: (user) => user.signIn(owner.username, owner.password),
};

/** In order of execution: the first two sign in, which the others need. */
export const stories: readonly Story[] = [
  firstRunStory,
  signInStory,
  ...libraryStories,
  ...comicStories,
  ...epubStories,
  ...bookTextStories,
  ...pdfStories,
  olderSafariStory,
  ...serverStories,
];
