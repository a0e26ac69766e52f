-- Which request led to a job: the id under which the log knows it. Whoever follows a request through the log finds the
-- jobs that it began, and the jobs that those began. Null for what no request began, and for rows of the code before.
alter table job add column trace_id uuid;
