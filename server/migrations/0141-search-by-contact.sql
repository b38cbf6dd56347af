-- Members are found by their contacts and postcodes too, so the texts of the directory have these. What is compared with
-- a postcode is written without spaces.
alter table directory_text
  add column contact_names text collate "C",
  -- Emails, digits of phone numbers and postcodes: the contacts', and the member's own postcode.
  add column contact_details text collate "C";

create function postcode_text(value text) returns text
  language sql immutable parallel safe strict
  return replace(folded_text(value), ' ', '');

create or replace view directory_text_source as
  select club_member.id as club_member_id, club_member.member_id, club_member.club_id, search_text(person.last_name) as last_name,
    search_text(person.first_name) as first_name, folded_text(member.code) as code,
    nullif(folded_text(person.email::text), '') as email, nullif(person.phones, '') as phone,
    contacts.names as contact_names,
    nullif(concat_ws(' ', postcode_text(person.postcode), contacts.details), '') as contact_details
  from club_member
  join member on member.id = club_member.member_id
  join person on person.id = member.person_id
  cross join lateral (
    select string_agg(contact.search, ' ' order by member_contact.id) as names,
      string_agg(nullif(concat_ws(' ', folded_text(contact.email::text), nullif(contact.phones, ''),
        postcode_text(contact.postcode)), ''), ' ' order by member_contact.id) as details
    from member_contact join person contact on contact.id = member_contact.person_id
    where member_contact.member_id = club_member.member_id
  ) contacts;

update directory_text entry set contact_names = fresh.contact_names, contact_details = fresh.contact_details
from directory_text_source fresh
where fresh.club_member_id = entry.club_member_id
  and (fresh.contact_names is not null or fresh.contact_details is not null);

-- The update above keeps every row until the same commit, so the index blocks nobody who isn't blocked already.
-- squawk-ignore require-concurrent-index-creation
create index directory_text_contacts_trgm on directory_text using gin (
  contact_names gin_trgm_ops, contact_details gin_trgm_ops
);

-- A person's own memberships, and those of the members whose contact they are.
create or replace function directory_person() returns trigger language plpgsql as $$
begin
  update directory_entry entry set dob = fresh.dob, birthday = fresh.birthday
  from (
    select member.id as member_id, changed.dob,
      (extract(month from changed.dob) * 100 + extract(day from changed.dob))::smallint as birthday
    from changed join member on member.person_id = changed.id
  ) fresh
  where entry.member_id = fresh.member_id and entry.dob is distinct from fresh.dob;
  update directory_text entry set
    last_name = fresh.last_name, first_name = fresh.first_name, email = fresh.email, phone = fresh.phone,
    contact_names = fresh.contact_names, contact_details = fresh.contact_details
  from directory_text_source fresh
  where entry.club_member_id = fresh.club_member_id
    and fresh.club_member_id in (
      select club_member.id from changed
      join member on member.person_id = changed.id
      join club_member on club_member.member_id = member.id
      union
      select club_member.id from changed
      join member_contact on member_contact.person_id = changed.id
      join club_member on club_member.member_id = member_contact.member_id
    )
    and (entry.last_name, entry.first_name, entry.email, entry.phone, entry.contact_names, entry.contact_details)
      is distinct from
      (fresh.last_name, fresh.first_name, fresh.email, fresh.phone, fresh.contact_names, fresh.contact_details);
  return null;
end $$;

create function directory_contacts() returns trigger language plpgsql as $$
declare
  members bigint[];
begin
  case tg_op
    when 'INSERT' then members := array(select distinct member_id from changed);
    when 'DELETE' then members := array(select distinct member_id from before_change);
    else members := array(
      select unnest(array[changed.member_id, before_change.member_id])
      from changed join before_change using (id)
      where (changed.member_id, changed.person_id) <> (before_change.member_id, before_change.person_id)
    );
  end case;
  if members <> '{}' then
    perform lock_members(members);
    -- A contact who is being changed is waited for as well.
    perform from person where id in (select person_id from member_contact where member_id = any(members))
      order by id for share;
    update directory_text entry set contact_names = fresh.contact_names, contact_details = fresh.contact_details
    from directory_text_source fresh
    where fresh.member_id = any(members) and entry.club_member_id = fresh.club_member_id
      and (entry.contact_names, entry.contact_details) is distinct from (fresh.contact_names, fresh.contact_details);
  end if;
  return null;
end $$;
create trigger directory_contact after insert on member_contact
  referencing new table as changed for each statement execute function directory_contacts();
create trigger directory_other_contact after update on member_contact
  referencing old table as before_change new table as changed for each statement execute function directory_contacts();
create trigger directory_no_contact after delete on member_contact
  referencing old table as before_change for each statement execute function directory_contacts();
