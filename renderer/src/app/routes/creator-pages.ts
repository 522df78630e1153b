export { CreatorPage } from '../../features/creators/creator-page.tsx';
export { CreatorsPage } from '../../features/creators/creators-page.tsx';
