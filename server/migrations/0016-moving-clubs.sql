-- A club that moves under another root takes its rows along. Their root_club_id changes in one transaction, table by
-- table, so the foreign keys that hold a tree together have to be able to wait for its end; else they check at once as
-- before. Each new one has to be made so too (server/src/clubs/move-club.test.ts looks).
do $$
declare
  key record;
begin
  for key in
    select conrelid::regclass as owner, conname as name
    from pg_constraint
    where contype = 'f' and not condeferrable and exists (
      select from pg_attribute
      where attrelid = conrelid and attnum = any(conkey) and attname = 'root_club_id'
    )
  loop
    execute format('alter table %s alter constraint %I deferrable initially immediate', key.owner, key.name);
  end loop;
end $$;

-- What is never changed may still move with its club: nothing but root_club_id differs then.
create or replace function append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - 'root_club_id' = to_jsonb(old) - 'root_club_id' and to_jsonb(new) <> to_jsonb(old) then
      return new;
    end if;
  end if;
  raise exception '% is append-only: write a reversing entry', tg_table_name using errcode = 'restrict_violation';
end $$;
