-- Classes, who is expected, who came, and who was graded.

create table class (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  class_name text not null check (char_length(class_name) between 1 and 200),
  class_type_id integer not null references lookup,
  location_id bigint,
  primary_discipline_id bigint,
  start_date date not null,
  end_date date check (end_date >= start_date),
  capacity integer check (capacity > 0),
  prospect_limit integer check (prospect_limit >= 0),
  cost_pence integer not null default 0 check (cost_pence >= 0),
  allow_discount boolean not null default false,
  charge_on_attendance boolean not null default false,
  web_bookable boolean not null default false,
  counts_for_grading boolean not null default true,
  description text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (id, club_id),
  unique (id, root_club_id),
  foreign key (club_id, root_club_id) references club (id, root_club_id),
  foreign key (location_id, club_id) references location (id, club_id),
  foreign key (primary_discipline_id, root_club_id) references discipline (id, root_club_id)
);
create index class_club on class (club_id);
create index class_location on class (location_id);
create index class_discipline_primary on class (primary_discipline_id);

create table class_discipline (
  class_id bigint not null,
  root_club_id bigint not null,
  discipline_id bigint not null,
  primary key (class_id, discipline_id),
  foreign key (class_id, root_club_id) references class (id, root_club_id) on delete cascade,
  foreign key (discipline_id, root_club_id) references discipline (id, root_club_id)
);
create index class_discipline_discipline on class_discipline (discipline_id);

-- The weekly timetable, in the club's local time. A change ends the old row, so that history keeps its times.
create table class_timetable (
  id bigint generated always as identity primary key,
  class_id bigint not null,
  club_id bigint not null,
  weekday integer not null check (weekday between 1 and 7),
  start_time time not null,
  finish_time time not null check (finish_time > start_time),
  valid_from date not null,
  valid_until date check (valid_until >= valid_from),
  foreign key (class_id, club_id) references class (id, club_id) on delete cascade,
  constraint class_timetable_once exclude using gist (
    class_id with =, weekday with =, daterange(valid_from, valid_until, '[]') with &&
  )
);
create index class_timetable_club on class_timetable (club_id, weekday);

create table class_instructor (
  class_id bigint not null references class on delete cascade,
  person_id bigint not null references person,
  primary key (class_id, person_id)
);
create index class_instructor_person on class_instructor (person_id);

-- Days on which a club's classes do not run.
create table club_closure (
  club_id bigint not null references club on delete cascade,
  closed_on date not null,
  name text not null default '',
  primary key (club_id, closed_on)
);

-- Dated slots of a prebooked class.
create table class_availability (
  id bigint generated always as identity primary key,
  class_id bigint not null,
  club_id bigint not null,
  class_date date not null,
  start_time time not null,
  finish_time time not null check (finish_time > start_time),
  capacity integer not null check (capacity > 0),
  unique (class_id, class_date),
  foreign key (class_id, club_id) references class (id, club_id) on delete cascade
);
create index class_availability_club on class_availability (club_id, class_date);

-- An enrolment: the member is expected at the class, from date_added until removed_on.
create table class_member (
  id bigint generated always as identity primary key,
  class_id bigint not null,
  club_id bigint not null,
  root_club_id bigint not null,
  member_id bigint not null,
  date_added date not null,
  removed_on date check (removed_on >= date_added),
  foreign key (class_id, club_id) references class (id, club_id),
  foreign key (club_id, root_club_id) references club (id, root_club_id),
  foreign key (member_id, root_club_id) references member (id, root_club_id)
);
create unique index class_member_once on class_member (class_id, member_id) where removed_on is null;
create index class_member_member on class_member (member_id);
create index class_member_class on class_member (class_id);

create table booking (
  id bigint generated always as identity primary key,
  class_id bigint not null,
  club_id bigint not null,
  root_club_id bigint not null,
  member_id bigint not null,
  booking_date date not null,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (class_id, club_id) references class (id, club_id),
  foreign key (club_id, root_club_id) references club (id, root_club_id),
  foreign key (member_id, root_club_id) references member (id, root_club_id)
);
create unique index booking_once on booking (class_id, booking_date, member_id) where cancelled_at is null;
create index booking_member on booking (member_id);

-- A mark in the register. No row: not marked; attended false: marked absent.
create table attendance (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  class_id bigint not null,
  class_date date not null,
  member_id bigint not null,
  attended boolean not null,
  marked_by bigint references account,
  marked_at timestamptz not null default now(),
  constraint attendance_once unique (class_id, class_date, member_id),
  foreign key (class_id, club_id) references class (id, club_id),
  foreign key (club_id, root_club_id) references club (id, root_club_id),
  foreign key (member_id, root_club_id) references member (id, root_club_id)
);
create index attendance_member on attendance (member_id, class_date desc) include (class_id, attended);
create index attendance_club_day on attendance (club_id, class_date);
create index attendance_marked_by on attendance (marked_by);

create table grading_result (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  member_id bigint not null,
  discipline_id bigint not null,
  class_id bigint references class,
  from_grade_id bigint,
  grade_id bigint not null,
  graded_on date not null,
  passed boolean not null,
  account_id bigint references account,
  created_at timestamptz not null default now(),
  foreign key (club_id, root_club_id) references club (id, root_club_id),
  foreign key (member_id, root_club_id) references member (id, root_club_id),
  foreign key (from_grade_id, discipline_id) references grade (id, discipline_id),
  foreign key (grade_id, discipline_id) references grade (id, discipline_id)
);
create index grading_result_member on grading_result (member_id, discipline_id, graded_on desc);
create index grading_result_club on grading_result (club_id, graded_on);
create index grading_result_class on grading_result (class_id);
create index grading_result_grade on grading_result (grade_id);
create index grading_result_from_grade on grading_result (from_grade_id);
create index grading_result_account on grading_result (account_id);
