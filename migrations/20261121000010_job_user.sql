-- Jobs about a user name them in their payload. Deleting the account deletes these rows, too, and must find them.
create index job_user on job ((payload ->> 'user')) where payload ? 'user';
