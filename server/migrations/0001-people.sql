-- Foundations of the schema, and people.
-- Rules that must never break are constraints. A row that a club owns carries club_id; a row that a tree of clubs
-- shares (people, disciplines, grades) carries root_club_id, and composite foreign keys keep references inside it.

create extension if not exists citext;
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gist;

-- unaccent(text) depends on the search path and so is only stable; naming the dictionary makes it safe in an index.
create function search_text(value text) returns text
  language sql immutable parallel safe strict
  return lower(regexp_replace(unaccent('unaccent'::regdictionary, value), '[''’‘`´ʼ\-]', '', 'g'));

create function digits(value text) returns text
  language sql immutable parallel safe strict
  return regexp_replace(value, '\D', '', 'g');

-- Fixed ids of the specification, and values users add (from 10 000).
create table lookup (
  id integer primary key,
  kind text not null,
  name text not null,
  position integer not null default 0,
  unique (kind, name)
);

create table person (
  id bigint generated always as identity primary key,
  first_name text not null check (char_length(first_name) between 1 and 200),
  last_name text not null check (char_length(last_name) <= 200),
  gender text not null default '-' check (char_length(gender) between 1 and 20),
  dob date check (dob > '1880-01-01'),
  email citext check (char_length(email::text) <= 254),
  phone_day text,
  phone_eve text,
  phone_mob text,
  address_line text,
  town text,
  postcode text,
  photo_url text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- What a person is found by: names with and without what people leave out when they type.
  search text not null generated always as (search_text(first_name || ' ' || last_name)) stored,
  phones text not null generated always as (
    digits(coalesce(phone_mob, '') || ' ' || coalesce(phone_day, '') || ' ' || coalesce(phone_eve, ''))
  ) stored
);
create index person_search_trgm on person using gin (search gin_trgm_ops);
create index person_email_trgm on person using gin ((email::text) gin_trgm_ops);
create index person_phones_trgm on person using gin (phones gin_trgm_ops);

insert into lookup (kind, id, name, position) values
  ('member_status', 21, 'Active', 1), ('member_status', 22, 'Prospect', 2), ('member_status', 23, 'Lapsed', 3),
  ('member_status', 24, 'Issue', 4), ('member_status', 46, 'Not interested', 5), ('member_status', 872, 'Enquiry', 6),
  ('member_status', 912, 'Unconverted', 7),
  ('class_type', 39, 'Class', 1), ('class_type', 40, 'Seminar', 2), ('class_type', 41, 'Workshop', 3),
  ('class_type', 44, 'Grading', 4), ('class_type', 45, 'Competition', 5), ('class_type', 148, 'Chargeable', 6),
  ('class_type', 863, 'Course', 7), ('class_type', 865, 'Non-attendance', 8), ('class_type', 915, 'Prebooked', 9),
  ('club_type', 0, 'Not Set', 1), ('club_type', 1, 'Franchise', 2), ('club_type', 2, 'Standard', 3),
  ('payment_method', 186, 'Direct debit', 1), ('payment_method', 926, 'Instant bank pay', 2),
  ('payment_method', 946, 'Card', 3),
  ('action_type', 899, 'Activated', 1), ('action_type', 900, 'Not interested', 2), ('action_type', 901, 'Rebook next', 3),
  ('action_type', 902, 'Rebook future', 4), ('action_type', 903, 'Rebook different', 5),
  ('message_parameter', 939, 'Club', 1), ('message_parameter', 126, 'Member status', 2),
  ('message_parameter', 127, 'Category', 3), ('message_parameter', 133, 'Class', 4), ('message_parameter', 940, 'Tags', 5),
  ('message_parameter', 140, 'Refs', 6), ('message_parameter', 120, 'Disciplines', 7),
  ('message_parameter', 875, 'Grade from', 8), ('message_parameter', 876, 'Grade to', 9),
  ('message_parameter', 941, 'Candidate', 10), ('message_parameter', 135, 'Role', 11),
  ('message_parameter', 136, 'User', 12),
  ('role', 1001, 'Owner', 1), ('role', 1002, 'Admin', 2), ('role', 1003, 'Instructor', 3), ('role', 1004, 'Assistant', 4),
  ('role', 1005, 'Reception', 5),
  ('sub_frequency', 1101, 'Weekly', 1), ('sub_frequency', 1102, 'Monthly', 2), ('sub_frequency', 1103, 'Quarterly', 3),
  ('sub_frequency', 1104, 'Yearly', 4), ('sub_frequency', 1105, 'One-off', 5),
  ('marketing_source', 1201, 'Word of mouth', 1), ('marketing_source', 1202, 'Google', 2),
  ('marketing_source', 1203, 'Facebook', 3), ('marketing_source', 1204, 'School', 4), ('marketing_source', 1205, 'Walk-in', 5);
