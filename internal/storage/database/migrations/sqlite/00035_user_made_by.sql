-- Summary: which sign-in created a user, and sign-ins at a provider that continue with a second step here
-- +goose Up
-- The sign-in that created a user: '' for the owner and the command line, 'provider' or 'proxy'. A proxy's header must not
-- sign in as the user of another person with the same name. Users that exist had no mark; an identity as old as its user made it.
ALTER TABLE user_account ADD COLUMN made_by TEXT NOT NULL DEFAULT '';
UPDATE user_account SET made_by = 'provider' WHERE password = ''
    AND EXISTS (SELECT 1 FROM identity i WHERE i.user_no = user_account.no AND i.created_at < user_account.created_at + 5000);
UPDATE user_account SET made_by = 'proxy' WHERE password = '' AND made_by = '';

-- What the session needs of a sign-in at a provider, if a second step follows. The ID token is sealed with a key of the pending
-- sign-in's secret.
ALTER TABLE pending_sign_in ADD COLUMN issuer TEXT;
ALTER TABLE pending_sign_in ADD COLUMN subject TEXT;
ALTER TABLE pending_sign_in ADD COLUMN id_token BLOB;
ALTER TABLE pending_sign_in ADD COLUMN proved_at INTEGER;
