-- Days of a membership that were not charged when it was time: a person says what becomes of them.
create table membership_gap (
  id bigint generated always as identity primary key,
  club_member_id bigint not null,
  club_id bigint not null,
  -- Days before somebody was typed in late: they may have paid for them elsewhere.
  is_before_entry boolean not null default false,
  -- The joining fee that somebody typed in late was not charged.
  joining_fee_pence integer not null default 0 check (joining_fee_pence >= 0),
  created_at timestamptz not null,
  -- When a person decided, and who; null: it is still open.
  settled_at timestamptz,
  account_id bigint references account,
  charged_pence integer not null default 0 check (charged_pence >= 0),
  waived_pence integer not null default 0 check (waived_pence >= 0),
  elsewhere_pence integer not null default 0 check (elsewhere_pence >= 0),
  -- The entry in the ledger that was waived, which is taken back in the same moment.
  waived_charge_id bigint unique references charge,
  reason text not null default '' check (char_length(reason) <= 500),
  constraint membership_gap_open check (
    settled_at is not null
    or account_id is null and charged_pence = 0 and waived_pence = 0 and elsewhere_pence = 0
      and waived_charge_id is null and reason = ''
  ),
  constraint membership_gap_waived check ((waived_pence > 0) = (waived_charge_id is not null)),
  foreign key (club_member_id, club_id) references club_member (id, club_id)
    on delete cascade deferrable initially immediate
);
create index membership_gap_membership on membership_gap (club_member_id, club_id);
create index membership_gap_club on membership_gap (club_id, settled_at);
create index membership_gap_account on membership_gap (account_id);

-- The periods of a gap: they hold their days, so that nobody charges them twice, and cost nothing until somebody says so.
create table membership_gap_period (
  membership_period_id bigint primary key references membership_period on delete cascade,
  membership_gap_id bigint not null references membership_gap on delete cascade
);
create index membership_gap_period_gap on membership_gap_period (membership_gap_id);
