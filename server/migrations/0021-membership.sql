-- Plans that change on a later day, and what a member has reached in a discipline as something that is edited.

create table plan_change (
  id bigint generated always as identity primary key,
  club_member_id bigint not null,
  club_id bigint not null,
  root_club_id bigint not null,
  -- From that day of the club on. One that is not applied yet waits for the night that begins it.
  applies_on date not null,
  training_plan_id bigint not null,
  sub_frequency_id integer not null references lookup,
  sub_price_pence integer not null check (sub_price_pence >= 0),
  payment_method_id integer references lookup,
  next_payment date,
  -- What it took the place of, kept when it is applied.
  before jsonb,
  account_id bigint references account,
  created_at timestamptz not null default now(),
  applied_at timestamptz,
  cancelled_at timestamptz check (cancelled_at is null or applied_at is null),
  foreign key (club_member_id, club_id) references club_member (id, club_id) on delete cascade,
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (training_plan_id, root_club_id) references training_plan (id, root_club_id) deferrable initially immediate
);
-- One at a time waits.
create unique index plan_change_waiting on plan_change (club_member_id) where applied_at is null and cancelled_at is null;
create index plan_change_due on plan_change (applies_on) where applied_at is null and cancelled_at is null;
create index plan_change_member on plan_change (club_member_id);
create index plan_change_club on plan_change (club_id);
create index plan_change_plan on plan_change (training_plan_id);
create index plan_change_frequency on plan_change (sub_frequency_id);
create index plan_change_method on plan_change (payment_method_id);
create index plan_change_account on plan_change (account_id);

alter table member_discipline add column version integer not null default 1;

-- Why it ends on its last day, as it was said when that day was set.
alter table club_member add column lapse_reason text check (char_length(lapse_reason) between 1 and 500);

-- What the night looks for.
create index club_member_until on club_member (member_until) where member_until is not null and member_status_id in (21, 24);
create index club_member_trial on club_member (trial_start) where member_status_id = 22;
