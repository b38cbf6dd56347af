-- The register: enrolments that never overlap, marks that arrive late or twice, pinned notes, and what follows a trial.

-- Enrolments of one member in one class that overlap, from before there was a rule, become one: the row that lasts
-- longest begins where the first of them began, the others end on the day they began.
with spans as (
  select id, class_id, member_id, date_added, coalesce(removed_on, 'infinity') as until,
    max(coalesce(removed_on, 'infinity')) over (
      partition by class_id, member_id order by date_added, id rows between unbounded preceding and 1 preceding
    ) as until_then
  from class_member where removed_on is null or removed_on > date_added
), islands as (
  select *, count(*) filter (where until_then is null or until_then <= date_added) over (
    partition by class_id, member_id order by date_added, id
  ) as island
  from spans
), ranked as (
  select id, min(date_added) over same as began, row_number() over (same order by until desc, id) as place
  from islands window same as (partition by class_id, member_id, island)
)
update class_member set
  date_added = case when ranked.place = 1 then ranked.began else class_member.date_added end,
  removed_on = case when ranked.place = 1 then class_member.removed_on else class_member.date_added end
from ranked
where ranked.id = class_member.id and (ranked.place > 1 or ranked.began <> class_member.date_added);

alter table class_member add constraint class_member_no_overlap exclude using gist (
  class_id with =, member_id with =, daterange(date_added, removed_on) with &&
);

-- Every mark that was sent, once: by it a mark that comes again is known, and one that comes late gives way to a later
-- one, also where that took the mark back and so left no row of attendance. Kept for 90 days.
create table attendance_mark (
  mark_id uuid primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  class_id bigint not null,
  class_date date not null,
  member_id bigint not null,
  -- Null: the mark was taken back.
  attended boolean,
  -- When it was made, by the clock of the server.
  marked_at timestamptz not null,
  received_at timestamptz not null,
  account_id bigint references account,
  foreign key (class_id, club_id) references class (id, club_id) on delete cascade,
  foreign key (club_id, root_club_id) references club (id, root_club_id),
  foreign key (member_id, root_club_id) references member (id, root_club_id)
);
create index attendance_mark_class on attendance_mark (class_id, class_date, member_id, marked_at desc);
create index attendance_mark_club on attendance_mark (club_id);
create index attendance_mark_member on attendance_mark (member_id);
create index attendance_mark_account on attendance_mark (account_id);

insert into lookup (kind, id, name, position) values
  ('note_category', 1301, 'General', 1), ('note_category', 1302, 'Health', 2), ('note_category', 1303, 'Payment', 3),
  ('note_category', 1304, 'Grading', 4), ('note_category', 1305, 'Behaviour', 5);

-- What staff write down about a member; it belongs to the club where it was written.
create table member_note (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  member_id bigint not null,
  category_id integer not null default 1301 references lookup,
  subject text not null check (char_length(subject) between 1 and 200),
  note text not null default '' check (char_length(note) <= 10000),
  reminder date,
  completed boolean not null default false,
  is_pinned boolean not null default false,
  has_sms boolean not null default false,
  has_email boolean not null default false,
  account_id bigint references account,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  foreign key (club_id, root_club_id) references club (id, root_club_id),
  foreign key (member_id, root_club_id) references member (id, root_club_id)
);
create index member_note_member on member_note (member_id, id desc);
create index member_note_pinned on member_note (member_id) where is_pinned;
create index member_note_club on member_note (club_id);
create index member_note_category on member_note (category_id);
create index member_note_account on member_note (account_id);

-- Why someone did not join: a list of the club's own, begun for every club.
create table not_interested_reason (
  id bigint generated always as identity (start with 10000) primary key,
  club_id bigint not null references club on delete cascade,
  name text not null check (char_length(name) between 1 and 200),
  position integer not null default 0,
  unique (id, club_id),
  unique (club_id, name)
);

create function begin_not_interested_reasons() returns trigger language plpgsql as $$
begin
  insert into not_interested_reason (club_id, name, position)
  select new.id, usual.name, usual.position from (values
    ('Too expensive', 1), ('Times do not suit', 2), ('Too far', 3), ('Chose another club', 4),
    ('Child did not like it', 5), ('Injury or health', 6), ('Never came', 7), ('Other', 8)
  ) as usual (name, position);
  return null;
end $$;
create trigger club_not_interested_reasons after insert on club
  for each row execute function begin_not_interested_reasons();
insert into not_interested_reason (club_id, name, position)
select club.id, usual.name, usual.position from club, (values
  ('Too expensive', 1), ('Times do not suit', 2), ('Too far', 3), ('Chose another club', 4),
  ('Child did not like it', 5), ('Injury or health', 6), ('Never came', 7), ('Other', 8)
) as usual (name, position);

alter table member_status_change
  add column not_interested_reason_id bigint,
  add foreign key (not_interested_reason_id, club_id) references not_interested_reason (id, club_id);
create index member_status_change_reason on member_status_change (not_interested_reason_id);

-- Messages about a trial that are sent later, if it then still makes sense to send them.
create table scheduled_notification (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  member_id bigint not null,
  booking_id bigint not null references booking on delete cascade,
  kind text not null check (kind in ('trial-reminder', 'join-invitation')),
  due_at timestamptz not null,
  sent_at timestamptz,
  cancelled_at timestamptz check (cancelled_at is null or sent_at is null),
  created_at timestamptz not null default now(),
  unique (booking_id, kind),
  foreign key (club_id, root_club_id) references club (id, root_club_id),
  foreign key (member_id, root_club_id) references member (id, root_club_id)
);
create index scheduled_notification_due on scheduled_notification (due_at)
  where sent_at is null and cancelled_at is null;
create index scheduled_notification_club on scheduled_notification (club_id);
create index scheduled_notification_member on scheduled_notification (member_id);
