-- An operator looks after the installation and belongs to no club. A command grants the right.
alter table account add column operator_since timestamptz;
-- A disabled account can't log in.
alter table account add column disabled_at timestamptz;
create trigger account_standing_changed after update of operator_since, disabled_at
  on account for each statement execute function access_changed();

-- What operators have done. Nothing is changed or removed, so it outlives accounts: they're deleted with the demo.
create table operator_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- Null: a command on the server.
  account_id bigint,
  action text not null check (action <> ''),
  about_account_id bigint,
  details text not null default '',
  reason text not null default ''
);
create trigger operator_log_append_only before update or delete on operator_log
  for each row execute function append_only();
