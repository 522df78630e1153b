import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';

import { root } from './frame.tsx';
import { page } from './page.ts';

export const pair = createRoute({
  getParentRoute: () => root,
  path: '/pair',
  component: page(() => import('../../features/pairing/pair-page.tsx'), 'PairPage'),
});

export const read = createRoute({
  getParentRoute: () => root,
  path: '/read/$bookId',
  validateSearch: z.object({
    page: z.number().int().min(1).optional().catch(undefined),
    /** Position in a text: a locator as JSON. */
    place: z.string().max(4096).optional().catch(undefined),
    incognito: z.boolean().optional().catch(undefined),
    /** The window was opened only for this: a book, or a file outside of the libraries. */
    own: z.enum(['book', 'file']).optional().catch(undefined),
    /** The reading list that the book is read from. */
    list: z.uuid().optional().catch(undefined),
  }),
  component: page(() => import('../../features/book/read-route.tsx'), 'ReadRoute'),
});

export const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: z.object({
    to: z
      .string()
      .regex(/^\/(?!\/)/)
      .optional()
      .catch(undefined),
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
  validateSearch: z.object({ token: z.string().max(256).optional().catch(undefined) }),
  component: page(() => import('../../features/sign-in/verify-email-page.tsx'), 'VerifyEmailPage'),
});

export const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  component: page(() => import('../../features/setup/welcome-page.tsx'), 'WelcomePage'),
});
