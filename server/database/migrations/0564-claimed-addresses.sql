-- 1 for an e-mail address that the person entered, and that neither an admin entered nor a mail confirmed. A sign-in
-- provider does not find an account by it.
ALTER TABLE users ADD COLUMN email_claimed INTEGER NOT NULL DEFAULT 0;
