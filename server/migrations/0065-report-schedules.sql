-- A report that is sent by itself: which tab, of which clubs, about which days, when, as what, and to whom.
create table report_schedule (
  id bigint generated always as identity primary key,
  -- One of its clubs: by whose clock it is sent.
  club_id bigint not null references club on delete cascade,
  tab text not null,
  period text not null check (period in ('yesterday', 'last-week', 'last-month')),
  every text not null check (every in ('day', 'week', 'month')),
  -- 1 Monday … 7 Sunday.
  weekday smallint check (weekday between 1 and 7),
  -- In a shorter month, its last day.
  day_of_month smallint check (day_of_month between 1 and 31),
  hour smallint not null check (hour between 0 and 23),
  format text not null check (format in ('pdf', 'xlsx')),
  made_by bigint references account on delete set null,
  -- When it was last saved: what had been due before then is not sent.
  since timestamptz not null,
  version integer not null default 1,
  check ((every = 'week') = (weekday is not null)),
  check ((every = 'month') = (day_of_month is not null))
);
create index report_schedule_club_id on report_schedule (club_id);
create index report_schedule_made_by on report_schedule (made_by);

create table report_schedule_club (
  report_schedule_id bigint not null references report_schedule on delete cascade,
  club_id bigint not null references club on delete cascade,
  primary key (report_schedule_id, club_id)
);
create index report_schedule_club_club_id on report_schedule_club (club_id);

create table report_schedule_recipient (
  report_schedule_id bigint not null references report_schedule on delete cascade,
  account_id bigint not null references account on delete cascade,
  primary key (report_schedule_id, account_id)
);
create index report_schedule_recipient_account_id on report_schedule_recipient (account_id);

-- What was sent, or is about to be: once to each for each day on which it was due, however many processes look.
create table report_sending (
  id bigint generated always as identity primary key,
  report_schedule_id bigint not null references report_schedule on delete cascade,
  account_id bigint not null references account on delete cascade,
  due_on date not null,
  -- refused: the person may no longer see all of the clubs.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'refused')),
  sent_at timestamptz,
  unique (report_schedule_id, account_id, due_on)
);
create index report_sending_account_id on report_sending (account_id);
