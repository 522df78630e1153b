/** Disables auto-capitalization and autocorrection on phones. */
export const verbatimField = {
  autoCapitalize: 'none',
  autoCorrect: 'off',
  spellCheck: false,
} as const;

export const usernameField = { ...verbatimField, autoComplete: 'username' } as const;

export const emailField = { ...verbatimField, type: 'email', autoComplete: 'email' } as const;

/** A visible password is a plain text field to a phone. */
export const currentPasswordField = { ...verbatimField, autoComplete: 'current-password' } as const;

/** Makes password managers suggest a new password instead of filling in a stored one. */
export const newPasswordField = { ...verbatimField, autoComplete: 'new-password' } as const;

/** Recovery codes have letters, so phones show their whole keyboard. */
export const oneTimeCodeField = { ...verbatimField, autoComplete: 'one-time-code' } as const;
