import './app/zod-without-eval.ts';
import './app/tokens.css';
import './app/mantine-styles.ts';
import './app/touch.css';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { App } from './app/app.tsx';
import { askFirstQuestions } from './app/first-questions.ts';
import { startI18n } from './app/i18n.ts';
import { sharePreferences } from './app/preferences.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root');

askFirstQuestions();
sharePreferences();
await startI18n();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
