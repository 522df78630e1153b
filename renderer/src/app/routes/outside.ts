import { createRoute } from '@tanstack/react-router';

import { flag, oneOf, pageNumber, searchOf, text } from '../../ui/checks.ts';
import { root } from './frame.tsx';
import { bookPage, page } from './page.ts';

export const pair = createRoute({
  getParentRoute: () => root,
  path: '/pair',
  component: page(() => import('../../features/pairing/pair-page.tsx'), 'PairPage'),
});

export const read = createRoute({
  getParentRoute: () => root,
  path: '/read/$bookId',
  validateSearch: searchOf({
    page: pageNumber,
    /** Position in a text: a locator as JSON. */
    place: text(4096),
    incognito: flag,
    /** The window was opened only for this: a book, or a file outside of the libraries. */
    own: oneOf(['book', 'file']),
    /** The reading list that the book is read from. */
    list: text(36, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i),
  }),
  component: bookPage(() => import('../../features/book/read-route.tsx'), 'ReadRoute'),
});

export const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: searchOf({
    to: text(4096, /^\/(?!\/)/),
  }),
  component: page(() => import('../../features/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

export const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: page(() => import('../../features/sign-in/register-page.tsx'), 'RegisterPage'),
});

export const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  validateSearch: searchOf({ token: text(256) }),
  component: page(() => import('../../features/sign-in/verify-email-page.tsx'), 'VerifyEmailPage'),
});

export const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: searchOf({ token: text(256) }),
  component: page(
    () => import('../../features/sign-in/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
});

export const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  component: page(() => import('../../features/setup/welcome-page.tsx'), 'WelcomePage'),
});
