import { chromium } from './chromium.ts';
import { describeStories } from './describe-stories.ts';

describeStories(chromium);
