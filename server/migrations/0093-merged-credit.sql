-- What a merge has settled between two records is unsettled when it is taken back: an allocation that a merge has made, and
-- that merge alone, can go.
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
  elsif tg_table_name = 'allocation' then
    if exists (
      select from member_merge_row made join member_merge on member_merge.id = made.member_merge_id
      where member_merge.member_id = (to_jsonb(old) ->> 'member_id')::bigint and undone_at is null
        and made.table_name = 'allocation' and made.what = 'added' and made.key ->> 'id' = to_jsonb(old) ->> 'id') then
      return old;
    end if;
  end if;
  raise exception '% is append-only: write a reversing entry', tg_table_name using errcode = 'restrict_violation';
end $$;
