-- The picture that somebody's provider shows of them. It is fetched once by a job, made small, and served from our own
-- origin, so that no third party sees visits. Without one the initials are shown.
alter table app_user
    add column picture_url text check (length(picture_url) <= 2048),
    -- Set when the job is done with this address, whether it yielded a picture or not.
    add column picture_fetched_at timestamptz,
    -- At most 256 pixels each way, as JPEG.
    add column avatar bytea,
    add column avatar_sha256 bytea,
    add constraint app_user_avatar_whole check ((avatar is null) = (avatar_sha256 is null));
