-- Sign-ins by e-mail that were asked for. No secret stands here: the link, the code and what binds the code to the
-- browser that asked are digests of the row's id under the operator's key, made anew whenever they are needed.
create table email_sign_in (
    id uuid primary key,
    -- Where the mail goes; verified by whoever can read it.
    email text not null,
    -- Where the browser that asked sees us, and the path it wants to return to.
    origin text not null,
    return_to text not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    mailed_at timestamptz,
    -- Codes that were tried. Six digits can be guessed, a link cannot.
    tries smallint not null default 0,
    used_at timestamptz
);
create index email_sign_in_expires on email_sign_in (expires_at);
