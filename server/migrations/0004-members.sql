-- The people clubs look after.

-- A person that a tree of clubs looks after. The same human in two unrelated clubs is two members.
create table member (
  id bigint generated always as identity primary key,
  root_club_id bigint not null references club,
  person_id bigint not null unique references person,
  code text not null check (char_length(code) between 1 and 40),
  created_at timestamptz not null default now(),
  unique (id, root_club_id),
  unique (root_club_id, code)
);

create table member_contact (
  id bigint generated always as identity primary key,
  member_id bigint not null references member,
  person_id bigint not null references person,
  relationship text not null default '',
  is_guardian boolean not null default false,
  unique (member_id, person_id)
);
create index member_contact_person on member_contact (person_id);

-- A member's membership in one club.
create table club_member (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  club_id bigint not null,
  root_club_id bigint not null,
  member_status_id integer not null references lookup,
  category_id bigint,
  training_plan_id bigint,
  sub_frequency_id integer references lookup,
  sub_price_pence integer check (sub_price_pence >= 0),
  payment_method_id integer references lookup,
  marketing_source_id integer references lookup,
  member_since date,
  member_until date check (member_until >= member_since),
  next_renewal date,
  next_payment date,
  trial_start date,
  communication_flags integer not null default 0 check (communication_flags between 0 and 31),
  terms_accepted_at timestamptz,
  is_grading_candidate boolean not null default false,
  version integer not null default 1,
  date_added timestamptz not null default now(),
  unique (member_id, club_id),
  unique (id, club_id),
  foreign key (member_id, root_club_id) references member (id, root_club_id),
  foreign key (club_id, root_club_id) references club (id, root_club_id),
  foreign key (category_id, root_club_id) references member_category (id, root_club_id),
  foreign key (training_plan_id, root_club_id) references training_plan (id, root_club_id)
);
create index club_member_club_status on club_member (club_id, member_status_id);
create index club_member_category on club_member (category_id);
create index club_member_plan on club_member (training_plan_id);

-- Every status a membership has had; the newest row is the one in club_member.
create table member_status_change (
  id bigint generated always as identity primary key,
  club_member_id bigint not null,
  club_id bigint not null,
  from_status_id integer references lookup,
  to_status_id integer not null references lookup,
  changed_on date not null,
  reason text,
  account_id bigint references account,
  created_at timestamptz not null default now(),
  foreign key (club_member_id, club_id) references club_member (id, club_id) on delete cascade
);
create index member_status_change_member on member_status_change (club_member_id);
create index member_status_change_club_day on member_status_change (club_id, changed_on);
create index member_status_change_account on member_status_change (account_id);

create table member_discipline (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  root_club_id bigint not null,
  discipline_id bigint not null,
  current_grade_id bigint,
  last_grading date,
  studied_since date not null,
  unique (member_id, discipline_id),
  foreign key (member_id, root_club_id) references member (id, root_club_id),
  foreign key (discipline_id, root_club_id) references discipline (id, root_club_id),
  foreign key (current_grade_id, discipline_id) references grade (id, discipline_id)
);
create index member_discipline_discipline on member_discipline (discipline_id);
create index member_discipline_grade on member_discipline (current_grade_id);
