-- What a club paid for a source in a month, in pence. Nothing paid is no row.
create table marketing_cost (
  club_id bigint not null references club on delete cascade,
  marketing_source_id integer not null references lookup,
  month date not null check (extract(day from month) = 1),
  amount_pence integer not null check (amount_pence > 0),
  primary key (club_id, marketing_source_id, month)
);
create index marketing_cost_source on marketing_cost (marketing_source_id);

-- Who came to a club in a period: what the figures of marketing begin with.
create index club_member_club_added on club_member (club_id, date_added);
