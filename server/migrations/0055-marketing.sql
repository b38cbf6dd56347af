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

-- A club uses the sources of the product and those of the clubs above it, and adds its own: their ids begin at 10 000.
create sequence lookup_own as integer start with 10000;
alter table lookup
  alter column id set default nextval('lookup_own'),
  add column club_id bigint references club,
  add column version integer not null default 1,
  add constraint lookup_own_id check ((club_id is null) = (id < 10000)),
  add constraint lookup_own_kind check (club_id is null or kind = 'marketing_source');
alter sequence lookup_own owned by lookup.id;
-- Two clubs may call theirs alike.
alter table lookup drop constraint lookup_kind_name_key;
create unique index lookup_kind_name_key on lookup (kind, name) where club_id is null;
create unique index lookup_club_id_name_key on lookup (club_id, lower(name)) where club_id is not null;

-- Whose link somebody came by. The code in it may change, and two records become one: the member stays the same. What he
-- or she was thanked with, by a click of somebody: a credit, or a task for the team.
alter table enquiry
  add column referrer_id bigint,
  add column rewarded_at timestamptz,
  add column reward_charge_id bigint references charge,
  add column reward_task_id bigint references task on delete set null,
  add constraint enquiry_referrer foreign key (referrer_id, root_club_id) references member (id, root_club_id)
    deferrable initially immediate,
  add constraint enquiry_reward check (
    (referrer_id is not null and rewarded_at is not null) or (reward_charge_id is null and reward_task_id is null));
update enquiry set referrer_id = member.id from member
where member.root_club_id = enquiry.root_club_id and lower(member.code) = lower(enquiry.referral)
  and member.id is distinct from enquiry.member_id and member.merged_into_id is null and member.erased_at is null;
create index enquiry_referrer on enquiry (referrer_id, root_club_id, created_at);
create index enquiry_reward_charge on enquiry (reward_charge_id) where reward_charge_id is not null;
create index enquiry_reward_task on enquiry (reward_task_id) where reward_task_id is not null;
