-- A database that was restored from a backup sends and collects nothing, until an operator says that it's the real one.
create table restored_copy (
  is_only boolean primary key default true check (is_only),
  backup_made_at timestamptz not null,
  restored_at timestamptz not null,
  confirmed_at timestamptz
);
