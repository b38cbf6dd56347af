-- What a membership has been, and what was paid for it, on every day there was: what reports count.

-- The terms of a membership until they changed: the plan, how often it is paid and the agreed price of each payment. What
-- holds now stands in club_member. Whoever changes it, the trigger keeps what it was.
create table membership_terms (
  id bigint generated always as identity primary key,
  club_member_id bigint not null,
  club_id bigint not null,
  -- The day from which they did not hold any more.
  until_on date not null,
  training_plan_id bigint,
  sub_frequency_id integer,
  sub_price_pence integer,
  created_at timestamptz not null default now(),
  foreign key (club_member_id, club_id) references club_member (id, club_id)
    on delete cascade deferrable initially immediate
);
create index membership_terms_membership on membership_terms (club_member_id, until_on);
create index membership_terms_club on membership_terms (club_id);

create function keep_membership_terms() returns trigger language plpgsql as $$
begin
  insert into membership_terms
    (club_member_id, club_id, until_on, training_plan_id, sub_frequency_id, sub_price_pence)
  select old.id, old.club_id, (now() at time zone time_zone)::date, old.training_plan_id, old.sub_frequency_id,
    old.sub_price_pence
  from club where id = old.club_id;
  return null;
end $$;
create trigger club_member_terms after update of training_plan_id, sub_frequency_id, sub_price_pence on club_member
  -- What somebody pays who is no member yet, he has never paid.
  for each row when (old.member_status_id in (21, 23, 24)
    and (old.training_plan_id, old.sub_frequency_id, old.sub_price_pence)
      is distinct from (new.training_plan_id, new.sub_frequency_id, new.sub_price_pence))
  execute function keep_membership_terms();

-- What was agreed for a day holds from that day, also where its night was missed and made up for later.
create function date_membership_terms() returns trigger language plpgsql as $$
begin
  update membership_terms set until_on = new.applies_on
    where club_member_id = new.club_member_id and created_at = now();
  return null;
end $$;
create trigger plan_change_terms after update of applied_at on plan_change
  for each row when (old.applied_at is null and new.applied_at is not null) execute function date_membership_terms();

-- So far they were kept with the change of plan that ended them. A plan is named there by its name.
insert into membership_terms (club_member_id, club_id, until_on, training_plan_id, sub_frequency_id, sub_price_pence)
select change.club_member_id, change.club_id, change.applies_on, (
    select plan.id from training_plan plan
    where plan.root_club_id = change.root_club_id and plan.name = change.before ->> 'planName'
    order by plan.id = change.training_plan_id desc, plan.id limit 1
  ),
  coalesce((change.before ->> 'subFrequencyId')::integer,
    (select id from lookup where kind = 'sub_frequency' and name = change.before ->> 'subFrequency' limit 1)),
  (change.before ->> 'pence')::integer
from plan_change change
where change.applied_at is not null and change.before is not null
order by change.applies_on, change.id;

-- The days on which a membership had a status: from_on until the day before until_on. In the order in which it came to
-- them; what came before somebody was a member does not count any more afterwards (of two records made one, both histories
-- are there). The last one is what the membership is, whatever its history says.
--   was_active: the status before it was active or issue.
--   run_from: the day on which somebody joined, or came back, last; left_on: the day on which he left last.
--   runs: how often he has become active.
create view membership_span_source as
select club_id, club_member_id, member_id, status_id, from_on, until_on, is_active, was_active,
  max(from_on) filter (where is_active and not was_active) over until_then as run_from,
  max(from_on) filter (where was_active and not is_active) over until_then as left_on,
  count(*) filter (where is_active and not was_active) over until_then as runs,
  ordinal
from (
  select club_id, club_member_id, member_id, status_id, from_on, ordinal, status_id in (21, 24) as is_active,
    coalesce(lag(status_id) over own in (21, 24), false) as was_active,
    coalesce(lead(from_on) over own, 'infinity') as until_on
  from (
    select club_id, club_member_id, member_id, status_id, from_on, ordinal,
      bool_or(status_id in (21, 23, 24)) over (
        partition by club_id, club_member_id order by from_on, ordinal
      ) and status_id not in (21, 23, 24) as is_over
    from (
      select own.club_id, own.id as club_member_id, own.member_id, change.to_status_id as status_id,
        change.changed_on as from_on, change.id as ordinal
      from member_status_change change
      join club_member own on own.id = change.club_member_id and own.club_id = change.club_id
      union all
      select own.club_id, own.id, own.member_id, own.member_status_id,
        coalesce(last.changed_on, (own.date_added at time zone club.time_zone)::date), 9223372036854775807
      from club_member own
      join club on club.id = own.club_id
      left join lateral (
        select changed_on, to_status_id from member_status_change change
        where change.club_member_id = own.id
        order by to_status_id in (21, 23, 24) desc, changed_on desc, id desc limit 1
      ) last on true
      where last.to_status_id is distinct from own.member_status_id
    ) told
  ) step
  where not is_over
  window own as (partition by club_id, club_member_id order by from_on, ordinal)
) span
window until_then as (partition by club_id, club_member_id order by from_on, ordinal rows unbounded preceding);

-- The terms of a membership and their days, likewise.
create view membership_price as
select club_id, club_member_id, training_plan_id, sub_frequency_id, sub_price_pence,
  coalesce(lag(until_on) over (partition by club_id, club_member_id order by until_on, id), '-infinity') as from_on,
  until_on
from (
  select club_id, club_member_id, training_plan_id, sub_frequency_id, sub_price_pence, until_on, id from membership_terms
  union all
  select club_id, id, training_plan_id, sub_frequency_id, sub_price_pence, 'infinity', 9223372036854775807
  from club_member
) terms;

-- Both are asked of all the members of 50 clubs at once, so they are kept by triggers, whoever writes: what a membership has
-- been, and while it was active or had an issue, on which terms. Paid is a plan that costs something; of one without an
-- agreed price it is not known that it does not.
create table membership_span (
  club_id bigint not null,
  club_member_id bigint not null references club_member on delete cascade,
  member_id bigint not null,
  status_id integer not null,
  from_on date not null,
  until_on date not null,
  is_active boolean not null,
  was_active boolean not null,
  run_from date,
  left_on date,
  runs bigint not null,
  ordinal bigint not null
);

create table membership_piece (
  club_id bigint not null,
  club_member_id bigint not null references club_member on delete cascade,
  member_id bigint not null,
  status_id integer not null,
  run_from date not null,
  training_plan_id bigint,
  sub_frequency_id integer,
  pence integer,
  is_paid boolean not null,
  from_on date not null,
  until_on date not null
);

create view membership_piece_source as
  select span.club_id, span.club_member_id, span.member_id, span.status_id, span.run_from,
    terms.training_plan_id, terms.sub_frequency_id, terms.sub_price_pence as pence,
    coalesce(terms.sub_price_pence > 0, terms.training_plan_id is not null) as is_paid,
    greatest(span.from_on, terms.from_on) as from_on, least(span.until_on, terms.until_on) as until_on
  from membership_span span
  join membership_price terms on terms.club_member_id = span.club_member_id and terms.club_id = span.club_id
    and terms.from_on < span.until_on and terms.until_on > span.from_on
  where span.is_active and span.from_on < span.until_on and terms.from_on < terms.until_on;

insert into membership_span
select club_id, club_member_id, member_id, status_id, from_on, until_on, is_active, was_active, run_from, left_on, runs, ordinal
from membership_span_source;
analyze membership_span;
insert into membership_piece select * from membership_piece_source;

create index membership_span_membership on membership_span (club_member_id);
create index membership_span_moves on membership_span (club_id, from_on) where is_active <> was_active;
create index membership_span_trials on membership_span (club_id, until_on) where status_id = 22;
create index membership_piece_membership on membership_piece (club_member_id);
create index membership_piece_club on membership_piece (club_id);
analyze membership_span, membership_piece;

-- The memberships are locked, so that the second of two who write sees what the first has written.
create function refresh_membership_spans(ids bigint[]) returns void language plpgsql as $$
begin
  perform from club_member where id = any(ids) order by id for no key update;
  delete from membership_span where club_member_id = any(ids);
  delete from membership_piece where club_member_id = any(ids);
  insert into membership_span
  select club_id, club_member_id, member_id, status_id, from_on, until_on, is_active, was_active, run_from, left_on, runs,
    ordinal
  from membership_span_source where club_member_id = any(ids);
  insert into membership_piece select * from membership_piece_source where club_member_id = any(ids);
end $$;

create function membership_spans_changed() returns trigger language plpgsql as $$
declare
  ids bigint[];
begin
  if tg_op = 'DELETE' then
    ids := array(select distinct club_member_id from gone);
  elsif tg_op = 'INSERT' then
    ids := array(select distinct club_member_id from come);
  else
    ids := array(select club_member_id from come union select club_member_id from gone);
  end if;
  if ids <> '{}' then
    perform refresh_membership_spans(ids);
  end if;
  return null;
end $$;
create trigger membership_spans_made after insert on member_status_change
  referencing new table as come for each statement execute function membership_spans_changed();
create trigger membership_spans_otherwise after update on member_status_change
  referencing old table as gone new table as come for each statement execute function membership_spans_changed();
create trigger membership_spans_gone after delete on member_status_change
  referencing old table as gone for each statement execute function membership_spans_changed();
create trigger membership_spans_made after insert on membership_terms
  referencing new table as come for each statement execute function membership_spans_changed();
create trigger membership_spans_otherwise after update on membership_terms
  referencing old table as gone new table as come for each statement execute function membership_spans_changed();
create trigger membership_spans_gone after delete on membership_terms
  referencing old table as gone for each statement execute function membership_spans_changed();

create function membership_changed() returns trigger language plpgsql as $$
declare
  ids bigint[];
begin
  if tg_op = 'INSERT' then
    ids := array(select id from come);
  else
    ids := array(
      select id from come join gone using (id)
      where (come.member_id, come.club_id, come.member_status_id, come.date_added, come.training_plan_id,
          come.sub_frequency_id, come.sub_price_pence)
        is distinct from (gone.member_id, gone.club_id, gone.member_status_id, gone.date_added, gone.training_plan_id,
          gone.sub_frequency_id, gone.sub_price_pence)
    );
  end if;
  if ids <> '{}' then
    perform refresh_membership_spans(ids);
  end if;
  return null;
end $$;
create trigger membership_made after insert on club_member
  referencing new table as come for each statement execute function membership_changed();
create trigger membership_otherwise after update on club_member
  referencing old table as gone new table as come for each statement execute function membership_changed();

-- What a price is in a year, in pence: weekly × 52. What is paid once does not come again.
create function pence_a_year(pence integer, frequency integer) returns bigint
  language sql immutable parallel safe
  return coalesce(pence, 0)::bigint
    * case frequency when 1101 then 52 when 1102 then 12 when 1103 then 4 when 1104 then 1 else 0 end;

-- Whole months from a day to a later one, as `monthsBetween` of the contract counts them: 31 January to 28 February is one.
create function whole_months(from_on date, until_on date) returns integer
  language sql immutable parallel safe
  return (
    select months - ((from_on + make_interval(months => months))::date > until_on)::integer
    from (
      select ((extract(year from until_on) - extract(year from from_on)) * 12
        + extract(month from until_on) - extract(month from from_on))::integer as months
    ) calendar
  );
