-- Staff see when a user signed in; most of those sessions have ended, and the older index leaves them out.
create index session_of_user on session (user_id, created_at desc);
