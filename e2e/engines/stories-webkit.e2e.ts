import { webkit } from './webkit.ts';
import { describeStories } from './describe-stories.ts';

describeStories(webkit);
