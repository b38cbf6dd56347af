-- The sentence that a person agreed to may be emptied, when the person is erased. That they agreed, when and how is kept.
create or replace function consent_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from import_batch where id = old.import_batch_id and state = 'undoing') then
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
