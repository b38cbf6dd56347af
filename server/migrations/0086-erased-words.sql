-- Amounts, days and whose they were stay for ever. The words beside them may be emptied, when a person is erased.
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
  end if;
  raise exception '% is append-only: write a reversing entry', tg_table_name using errcode = 'restrict_violation';
end $$;
