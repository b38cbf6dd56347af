-- The charging of memberships: how a club wants it, its runs, the days that are paid for, and the days that lie still.

-- A club without a row charges as a row of nothing but defaults says.
create table charging_setting (
  club_id bigint primary key references club deferrable initially immediate,
  -- Working days before the day on which something is due: what the payer of a direct debit has to be told.
  days_ahead integer not null default 5 check (days_ahead between 0 and 30),
  -- Periods of a month and more begin on the 1st.
  is_on_first boolean not null default false,
  is_nightly boolean not null default true,
  -- The day in the club on which its last night began.
  night date,
  version integer not null default 1
);
-- A club that is here already has collected in another way so far: it begins when somebody has looked at what it would be.
insert into charging_setting (club_id, is_nightly) select id, false from club;

create table charging_run (
  id bigint generated always as identity primary key,
  club_id bigint not null references club deferrable initially immediate,
  -- Who asked for it; null: the night.
  account_id bigint references account,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done')),
  -- The day in the club on which it was begun, and the last day on which something falls due that it charges.
  run_on date not null,
  due_until date not null check (due_until >= run_on),
  -- Memberships; null until they are counted.
  total integer,
  done integer not null default 0,
  charged integer not null default 0,
  pence bigint not null default 0,
  left_out integer not null default 0,
  -- Memberships that an error kept from being charged; the next run tries them again.
  failed integer not null default 0,
  -- The last membership that is done: where it goes on.
  after_id bigint not null default 0,
  created_at timestamptz not null,
  moved_at timestamptz not null,
  finished_at timestamptz check ((finished_at is null) = (state <> 'done'))
);
-- A club has one run under way.
create unique index charging_run_open on charging_run (club_id) where state <> 'done';
create index charging_run_club on charging_run (club_id, id desc);
create index charging_run_account on charging_run (account_id);

-- The days of a membership that have been charged: no day twice, whatever runs, and however often.
create table membership_period (
  id bigint generated always as identity primary key,
  club_member_id bigint not null,
  club_id bigint not null,
  period_from date not null,
  period_until date not null check (period_until >= period_from),
  -- The schedule it belongs to: steps from this day, on this day of the month or the last one before it.
  anchor_on date not null,
  anchor_day integer not null check (anchor_day between 1 and 31),
  sub_frequency_id integer not null references lookup,
  -- What a whole period costs, and how many days it has; the days that are charged may be fewer.
  full_pence integer not null check (full_pence >= 0),
  whole_days integer not null check (whole_days > 0),
  -- What its days cost when they were charged, freezes taken off, and what discounts took off that.
  list_pence integer not null check (list_pence >= 0),
  discount_pence integer not null default 0 check (discount_pence between 0 and list_pence),
  -- What has been charged for them, with all that freezes changed later on.
  pence integer not null check (pence >= 0),
  -- None where there was nothing to pay.
  charge_id bigint unique references charge,
  joining_fee_charge_id bigint unique references charge,
  charging_run_id bigint references charging_run,
  -- Of two records that were made one, days that both had been charged for.
  is_double boolean not null default false,
  created_at timestamptz not null default now(),
  foreign key (club_member_id, club_id) references club_member (id, club_id)
    on delete cascade deferrable initially immediate,
  constraint membership_period_no_overlap exclude using gist (
    club_member_id with =, daterange(period_from, period_until, '[]') with &&
  ) where (not is_double)
);
create unique index membership_period_once on membership_period (club_member_id, period_from) where not is_double;
-- Who joins, joins once.
create unique index membership_period_joining on membership_period (club_member_id)
  where joining_fee_charge_id is not null and not is_double;
create index membership_period_membership on membership_period (club_member_id, club_id);
create index membership_period_run on membership_period (charging_run_id);
create index membership_period_frequency on membership_period (sub_frequency_id);

-- Days on which a membership lies still and costs less, or nothing.
create table membership_freeze (
  id bigint generated always as identity primary key,
  club_member_id bigint not null,
  club_id bigint not null,
  frozen_from date not null,
  -- The last day; null: until somebody says so.
  frozen_until date check (frozen_until >= frozen_from),
  -- In place of the price of a period.
  price_pence integer not null default 0 check (price_pence >= 0),
  reason text not null check (char_length(reason) between 1 and 500),
  account_id bigint references account,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  unique (id, club_id),
  foreign key (club_member_id, club_id) references club_member (id, club_id)
    on delete cascade deferrable initially immediate,
  constraint membership_freeze_no_overlap exclude using gist (
    club_member_id with =, daterange(frozen_from, frozen_until, '[]') with &&
  )
);
create index membership_freeze_membership on membership_freeze (club_member_id, club_id);
create index membership_freeze_club on membership_freeze (club_id);
create index membership_freeze_account on membership_freeze (account_id);

-- What a freeze changed of days that had been charged: each an entry of its own in the ledger.
create table membership_period_change (
  id bigint generated always as identity primary key,
  membership_period_id bigint not null references membership_period on delete cascade,
  charge_id bigint not null unique references charge,
  created_at timestamptz not null default now()
);
create index membership_period_change_period on membership_period_change (membership_period_id);

-- What the night looks for.
create index club_member_next_payment on club_member (club_id, next_payment)
  where next_payment is not null and member_status_id in (21, 24);

-- Who leaves is not frozen any more when he comes back.
create function end_freezes() returns trigger language plpgsql as $$
begin
  delete from membership_freeze where club_member_id = new.id and frozen_from > new.member_until;
  update membership_freeze set frozen_until = new.member_until, version = version + 1
    where club_member_id = new.id and coalesce(frozen_until, 'infinity') > new.member_until;
  return null;
end $$;
create trigger club_member_end_freezes after update of member_status_id, member_until on club_member
  for each row when (new.member_status_id = 23 and new.member_until is not null) execute function end_freezes();
