-- The demo can be discarded. Its clubs are marked, so that a club which someone has added beside them isn't taken for one.
alter table club add column is_demo boolean not null default false;
update club set is_demo = true
where id <= 8 and exists (select from account where id = 1 and email = 'hq@demo.honbu.example');

-- Once it's discarded, a start doesn't fill the empty database with it again.
create table demo_discard (
  is_only boolean primary key default true check (is_only),
  asked_at timestamptz not null,
  -- The clubs beside the demo's own that are to go too.
  added bigint[] not null,
  done_at timestamptz,
  -- Why it couldn't be done.
  failure text
);

-- What is append-only goes with its whole club, or with an account that goes. Both are true only while that happens.
alter table club add column is_being_deleted boolean not null default false;
alter table account add column is_being_deleted boolean not null default false;

create function is_being_deleted(gone jsonb) returns boolean language sql stable as $$
  select case
    when gone ->> 'club_id' is not null
      then exists (select from club where id = (gone ->> 'club_id')::bigint and is_being_deleted)
    else exists (select from account where id = (gone ->> 'account_id')::bigint and is_being_deleted)
  end
$$;

create or replace function append_only() returns trigger language plpgsql as $$
declare
  moves constant text[] := array['root_club_id', 'member_id'];
  words constant text[] := array['description', 'reference'];
  now_is jsonb;
begin
  if tg_op = 'UPDATE' then
    now_is := to_jsonb(new);
    if now_is <> to_jsonb(old) and now_is - moves = to_jsonb(old) - moves then
      return new;
    end if;
    if now_is <> to_jsonb(old) and now_is - words = to_jsonb(old) - words
      and coalesce(now_is ->> 'description', '') = '' and coalesce(now_is ->> 'reference', '') = '' then
      return new;
    end if;
  else
    if is_being_deleted(to_jsonb(old)) then
      return old;
    end if;
    if tg_table_name = 'allocation' and exists (
      select from member_merge_row made join member_merge on member_merge.id = made.member_merge_id
      where member_merge.member_id = (to_jsonb(old) ->> 'member_id')::bigint and undone_at is null
        and made.table_name = 'allocation' and made.what = 'added' and made.key ->> 'id' = to_jsonb(old) ->> 'id') then
      return old;
    end if;
  end if;
  raise exception '% is append-only: write a reversing entry', tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace function consent_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if is_being_deleted(to_jsonb(old))
      or exists (select from import_batch where id = old.import_batch_id and state = 'undoing') then
      return old;
    end if;
  elsif new.import_batch_id is null
    and to_jsonb(new) - 'import_batch_id' = to_jsonb(old) - 'import_batch_id' then
    return new;
  elsif new.wording = '' and to_jsonb(new) - 'wording' = to_jsonb(old) - 'wording' then
    return new;
  end if;
  raise exception 'consent is append-only: write a newer entry' using errcode = 'restrict_violation';
end $$;

create or replace function audit_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if is_being_deleted(to_jsonb(old)) then
      return old;
    end if;
  elsif to_jsonb(new) - 'before' - 'after' = to_jsonb(old) - 'before' - 'after'
    and new.before is null and new.after is null then
    return new;
  end if;
  raise exception 'audit is append-only' using errcode = 'restrict_violation';
end $$;

-- Clubs name entries of lists, and clubs have lists of their own: they're deleted together.
alter table lookup alter constraint lookup_club_id_fkey deferrable initially immediate;
