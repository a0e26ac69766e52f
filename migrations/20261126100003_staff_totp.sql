-- The time step whose code was used last, for each secret of the staff's second factor: one person's sign-in refuses no
-- other person's. The secret is known by a keyed digest. The old code keeps using staff_code.
create table staff_totp (
    secret_digest bytea primary key,
    last_step bigint not null
);
