-- The function of eight arguments was kept for calls under way while 20261128200001 replaced it. The code of the release
-- before calls take_guest_usages, which has used the one of nine arguments since then.
drop function take_guest_usage(uuid, text, integer, bytea, bytea, integer, integer, timestamptz);
