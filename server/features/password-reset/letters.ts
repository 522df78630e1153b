interface Letter {
  subject: string;
  text: string;
}

/** Mails about a new password, by language. */
export const passwordLetters = {
  en: {
    link: (username: string, server: string, link: string): Letter => ({
      subject: `New password for ${server}`,
      text: `Hello ${username},

open this link to choose a new password:

${link}

It works once, for one hour. If you did not ask for it, ignore this message: your password stays as it is.
`,
    }),
    done: (username: string, server: string): Letter => ({
      subject: `Your password for ${server} was changed`,
      text: `Hello ${username},

your password was changed with a link that was sent to this address. All your browsers were signed out; API keys and paired devices still work.

If this was not you, ask for a new link at once and tell an admin.
`,
    }),
  },
  de: {
    link: (username: string, server: string, link: string): Letter => ({
      subject: `Neues Passwort für ${server}`,
      text: `Hallo ${username},

öffne diesen Link, um ein neues Passwort zu wählen:

${link}

Er gilt einmal und eine Stunde lang. Wenn du ihn nicht angefordert hast, ignoriere diese Nachricht: Dein Passwort bleibt, wie es ist.
`,
    }),
    done: (username: string, server: string): Letter => ({
      subject: `Dein Passwort für ${server} wurde geändert`,
      text: `Hallo ${username},

dein Passwort wurde mit einem Link geändert, der an diese Adresse geschickt wurde. Alle deine Browser wurden abgemeldet; API-Schlüssel und verbundene Geräte funktionieren weiter.

Wenn du das nicht warst, fordere sofort einen neuen Link an und sag einem Admin Bescheid.
`,
    }),
  },
} as const;
