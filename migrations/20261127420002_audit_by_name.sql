-- The audit trail is filtered by the name of a member of staff, and lists the names that it knows.
create index audit_by_actor_name on audit_entry (actor_name, position desc) where actor_name is not null;
