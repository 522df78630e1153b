import { firefox } from './firefox.ts';
import { describeStories } from './describe-stories.ts';

describeStories(firefox);
