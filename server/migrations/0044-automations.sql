-- What a club does by itself when something happens to a member: automations, who is in one, and what it did.

create table automation (
  id bigint generated always as identity primary key,
  -- All clubs below it use it too, each unless it has switched it off for itself.
  club_id bigint not null,
  root_club_id bigint not null,
  name text not null check (char_length(name) between 1 and 200),
  -- One that every tree of clubs begins with. Of several of the same, on the way up, the nearest is used.
  built_in text check (char_length(built_in) between 1 and 40),
  is_on boolean not null default false,
  -- What happened before it was switched on starts nothing.
  on_since timestamptz not null default now(),
  trigger_kind text not null check (trigger_kind in ('bookingMade', 'firstClass', 'trialEnded', 'absent', 'birthday',
    'gradingPassed', 'paymentFailed', 'membershipEnds', 'activation')),
  -- Of 'absent' and 'membershipEnds'.
  trigger_days integer check (trigger_days between 1 and 366),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint automation_days check ((trigger_days is not null) = (trigger_kind in ('absent', 'membershipEnds'))),
  constraint automation_name unique (club_id, name),
  constraint automation_built_in unique (club_id, built_in),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);
create index automation_club on automation (club_id, root_club_id);

-- Conditions and steps as they were saved: who is in it finishes by those that he began with.
create table automation_version (
  automation_id bigint not null references automation on delete cascade,
  version integer not null,
  plan jsonb not null,
  account_id bigint references account,
  created_at timestamptz not null default now(),
  primary key (automation_id, version)
);
create index automation_version_account on automation_version (account_id);

-- A club that does not want one of a club above it.
create table automation_off (
  automation_id bigint not null references automation on delete cascade,
  club_id bigint not null references club on delete cascade,
  primary key (automation_id, club_id)
);
create index automation_off_club on automation_off (club_id);

create table automation_run (
  id bigint generated always as identity primary key,
  automation_id bigint not null,
  version integer not null,
  -- The club of the member that it happened in.
  club_id bigint not null,
  root_club_id bigint not null,
  member_id bigint not null,
  -- What it happened for: 'birthday:2026', 'grading:81'.
  cause text not null check (char_length(cause) between 1 and 200),
  booking_id bigint references booking on delete set null,
  happened_at timestamptz not null,
  -- The step that comes next, from 0, and when.
  step integer not null default 0,
  due_at timestamptz,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'stopped', 'missed')),
  -- Why it stopped.
  because text not null default '' check (char_length(because) <= 300),
  -- When the last message left.
  sent_at timestamptz,
  started_at timestamptz not null,
  ended_at timestamptz,
  constraint automation_run_due check ((due_at is not null) = (state = 'waiting')),
  constraint automation_run_ended check ((ended_at is null) = (state = 'waiting')),
  -- Never twice for one cause, whoever looks and however often.
  constraint automation_run_once unique (automation_id, member_id, cause),
  foreign key (automation_id, version) references automation_version (automation_id, version) on delete cascade,
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate
);
create index automation_run_due on automation_run (due_at, id) where state = 'waiting';
create index automation_run_version on automation_run (automation_id, version);
create index automation_run_member on automation_run (member_id, root_club_id);
create index automation_run_club on automation_run (club_id, root_club_id);
create index automation_run_booking on automation_run (booking_id);

-- What happened to whom, in order.
create table automation_log (
  id bigint generated always as identity primary key,
  automation_run_id bigint not null references automation_run on delete cascade,
  at timestamptz not null,
  what text not null check (what in ('started', 'waits', 'sent', 'notSent', 'task', 'tag', 'passed', 'stopped', 'missed',
    'done', 'again')),
  detail text not null default '' check (char_length(detail) <= 500)
);
create index automation_log_run on automation_log (automation_run_id, id);

-- When causes of a kind were last looked for. Whoever takes the row looks; nobody else does until it is due again.
create table automation_look (
  trigger_kind text primary key,
  looked_at timestamptz not null
);

-- Which automation watches which club.
create view automation_watch as
  select automation.id as automation_id, automation.version, automation.trigger_kind, automation.trigger_days,
    automation.on_since, club.id as club_id, club.root_club_id, club.time_zone
  from automation
  cross join lateral club_and_below(automation.club_id) below
  join club on club.id = below.club_id
  where automation.is_on
    and not exists (
      select from automation_off off where off.automation_id = automation.id and off.club_id = club.id)
    and (automation.built_in is null or automation.id = (
      select nearest.id from club_and_above(club.id) above
      join automation nearest on nearest.club_id = above.club_id and nearest.built_in = automation.built_in
      order by above.distance limit 1));

-- What is looked for each minute.
create index booking_created on booking (created_at);
create index recovery_opened on recovery (failed_on) where closed_at is null;

-- The birthdays, as month * 100 + day, that are kept on a day: those of 29 February on 1 March in a common year.
create function birthdays_on(day date) returns smallint[] language sql immutable parallel safe
  return case
    when to_char(day, 'MMDD') = '0301' and to_char(day - 1, 'MMDD') = '0228' then '{301,229}'::smallint[]
    else array[(extract(month from day) * 100 + extract(day from day))::smallint]
  end;
