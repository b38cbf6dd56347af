-- The public front door of a club: its form for enquiries and trials, and its timetable. A club without a row has neither.
create table enquiry_form (
  club_id bigint primary key references club on delete cascade,
  -- Part of the public address: read and typed by people, so it is no secret.
  key text not null constraint enquiry_form_key unique
    constraint enquiry_form_key_written check (key ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(key) between 3 and 60),
  is_on boolean not null default false,
  has_timetable boolean not null default false,
  offers_trials boolean not null default true,
  -- Days ahead for which a trial can be booked.
  trial_days integer not null default 21 check (trial_days between 1 and 60),
  phone text not null default 'optional' check (phone in ('off', 'optional', 'required')),
  asks_source boolean not null default true,
  asks_message boolean not null default true,
  intro text not null default '' check (char_length(intro) <= 2000),
  thanks text not null default '' check (char_length(thanks) <= 2000),
  privacy_url text not null default '' check (char_length(privacy_url) <= 500),
  version integer not null default 1
);

-- What came in by it. Who it was stands on the member alone; of somebody who was known already nothing is changed, and the
-- task says what was asked.
create table enquiry (
  id bigint generated always as identity primary key,
  club_id bigint not null references club on delete cascade,
  root_club_id bigint not null,
  -- Of the form that was filled in: sent twice, it is one enquiry.
  token uuid not null constraint enquiry_token unique,
  member_id bigint,
  was_known boolean not null,
  booking_id bigint references booking on delete set null,
  class_id bigint references class on delete set null,
  class_date date,
  -- As the link to the form said it.
  source text not null default '' check (char_length(source) <= 100),
  campaign text not null default '' check (char_length(campaign) <= 100),
  referral text not null default '' check (char_length(referral) <= 100),
  created_at timestamptz not null default now(),
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate
);
create index enquiry_club on enquiry (club_id, created_at);
create index enquiry_member on enquiry (member_id, root_club_id);
create index enquiry_booking on enquiry (booking_id);
create index enquiry_class on enquiry (class_id);
