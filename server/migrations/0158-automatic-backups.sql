-- Each automatic backup, so that any process can say when the last one succeeded. One that is under way, or whose process
-- was killed, has no end.
create table backup_run (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- Of one that succeeded: the file, and its size.
  name text,
  bytes bigint,
  -- Why it failed, and what to do.
  problem text,
  check ((ended_at is null) = (name is null and problem is null)),
  check ((name is null) = (bytes is null)),
  check (name is null or problem is null)
);

create index backup_run_started_at on backup_run (started_at desc);
