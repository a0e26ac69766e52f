-- What the page for a code must know of its mail: which job sends it, so that somebody whose mail was given up is told
-- so when they look; and when the mail server refused the mailbox for good.
-- `expires_at` is an hour after asking until the mail is handed over, and then at most fifteen minutes later. The old
-- code writes fifteen minutes after asking, and leaves both columns empty: it waits as before.
alter table email_sign_in
    add column mail_job_id uuid,
    add column refused_at timestamptz;
