import './app/zod-without-eval.ts';
import './app/tokens.css';
import './app/mantine-styles.ts';
import './app/touch.css';
import './app/large-texts.css';
import './app/menu.css';
import './app/notifications.css';
import './app/forced-colors.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { App } from './app/app.tsx';
import { prefetchPage } from './app/prefetch-page.ts';
import { startI18n } from './app/i18n.ts';
import { router } from './app/router.tsx';
import { settledWithin } from './ui/loading/settled-within.ts';
import { sharePreferences } from './ui/preferences.ts';

/** Only iOS uses them, the only one with `navigator.standalone`. */
const addStartupImages = async (): Promise<void> => {
  const { linkStartupImages } = await import('./app/startup-images.ts');
  await linkStartupImages();
};

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');

// Before anything is awaited, because the page can have loaded by then.
if ('standalone' in navigator) {
  addEventListener('load', () => void addStartupImages().catch(() => undefined), { once: true });
}
/** Time for the session and the page (ms), after which the app shows that it is loading. */
const patienceMs = 200;
const session = prefetchPage();
sharePreferences();
const render = () =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
// Not awaited: while a module awaits, WebKit runs modules that import it before what they import exists.
void startI18n()
  .then(() => settledWithin(patienceMs, [session, router.load()]))
  .then(render);
