-- Two records of one human become one, for 30 days with a way back; and a person who asks is forgotten.

alter table member
  add column merged_into_id bigint check (merged_into_id <> id),
  add column erased_at timestamptz,
  add foreign key (merged_into_id, root_club_id) references member (id, root_club_id) deferrable initially immediate;
create index member_merged_into on member (merged_into_id);

create table member_merge (
  id bigint generated always as identity primary key,
  root_club_id bigint not null references club deferrable initially immediate,
  -- Who stays, and whose record went into his.
  member_id bigint not null,
  merged_member_id bigint not null check (merged_member_id <> member_id),
  account_id bigint references account,
  merged_at timestamptz not null,
  undo_until timestamptz not null,
  undone_at timestamptz,
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate,
  foreign key (merged_member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate
);
create index member_merge_root on member_merge (root_club_id);
create index member_merge_member on member_merge (member_id);
create unique index member_merge_once on member_merge (merged_member_id) where undone_at is null;
create index member_merge_merged on member_merge (merged_member_id);
create index member_merge_account on member_merge (account_id);

-- What a merge did to each row, in order: undone from the last to the first.
create table member_merge_row (
  id bigint generated always as identity primary key,
  member_merge_id bigint not null references member_merge on delete cascade,
  table_name text not null,
  what text not null check (what in ('moved', 'changed', 'removed', 'added')),
  -- The row's primary key without the column that moved.
  key jsonb not null,
  -- The row, or of a move its column, before and after; null where there was or is none.
  before jsonb check ((before is null) = (what = 'added')),
  after jsonb check ((after is null) = (what = 'removed'))
);
create index member_merge_row_merge on member_merge_row (member_merge_id);

-- Charge, payment and allocation move together.
do $$
declare
  key record;
begin
  for key in
    select conrelid::regclass as owner, conname as name
    from pg_constraint
    where contype = 'f' and not condeferrable and exists (
      select from pg_attribute where attrelid = conrelid and attnum = any(conkey) and attname = 'member_id'
    )
  loop
    execute format('alter table %s alter constraint %I deferrable initially immediate', key.owner, key.name);
  end loop;
end $$;

-- What is never changed may still move: with its club under another root, and with its member into the one record that
-- is left of two. Nothing but these two columns differs then.
create or replace function append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - 'root_club_id' - 'member_id' = to_jsonb(old) - 'root_club_id' - 'member_id'
      and to_jsonb(new) <> to_jsonb(old) then
      return new;
    end if;
  end if;
  raise exception '% is append-only: write a reversing entry', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Who did what stays in the audit; what was in the fields of a person who asked to be forgotten does not.
create function audit_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - 'before' - 'after' = to_jsonb(old) - 'before' - 'after'
      and new.before is null and new.after is null then
      return new;
    end if;
  end if;
  raise exception 'audit is append-only' using errcode = 'restrict_violation';
end $$;
drop trigger audit_append_only on audit;
create trigger audit_append_only before update or delete on audit for each row execute function audit_append_only();
