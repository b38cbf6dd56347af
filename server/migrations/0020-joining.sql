-- Joining: who may be there already is found at once, the next code too, and what somebody has begun to fill in is kept.

-- What the ways of writing a phone number have in common: +44 7700 900123, 0044 7700…, +44 (0)7700… and 07700… are all
-- 7700900123. Of a text with several numbers, or a note behind one, each number by itself.
create function phone_keys(text) returns text[]
  language sql immutable parallel safe
  return array(
    select distinct ltrim(regexp_replace(regexp_replace(written[1], '\D', '', 'g'), '^(00)?44(?=\d{9})', ''), '0') as key
    from regexp_matches(coalesce($1, ''), '[+(]?\d[\d ().–-]{4,}\d', 'g') as written
    where char_length(regexp_replace(written[1], '\D', '', 'g')) >= 7
  );

create function person_phone_keys(mob text, day text, eve text) returns text[]
  language sql immutable parallel safe
  return phone_keys(mob) || phone_keys(day) || phone_keys(eve);

-- The name by its digest: 200 characters of some scripts are more than an index entry holds.
create index person_name_dob on person (md5(search), dob);
create index person_email on person (email) where email is not null;
create index person_phone_keys on person using gin (person_phone_keys(phone_mob, phone_day, phone_eve));

-- The highest code of a tree that is a number, without looking at all of them.
create index member_code_number on member (root_club_id, (code::bigint)) where code ~ '^[0-9]{1,15}$';

-- The wizard of one user as it was left. What is in it is the screen's business; it is looked at by its owner only, and
-- forgotten after 30 days without a change.
create table joining_draft (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  club_id bigint not null references club on delete cascade,
  title text not null check (char_length(title) <= 500),
  content jsonb not null check (jsonb_typeof(content) = 'object' and octet_length(content::text) <= 400000),
  version integer not null default 1,
  created_at timestamptz not null,
  saved_at timestamptz not null
);
create index joining_draft_account on joining_draft (account_id, saved_at desc);
create index joining_draft_club on joining_draft (club_id);
create index joining_draft_saved on joining_draft (saved_at);
