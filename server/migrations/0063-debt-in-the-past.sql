-- What was owed when: of each charge how many pence were due and open from which day on, and until which. A row without an
-- end is open now. So the debt of any evening, its age and its debtors are a look into an index, and the debt of a month
-- that is over stays what it was: an entry counts from the day on which it was written, by the clock of the club.
create view debt_span_source as
  with entry as (
    select charge.id as charge_id, charge.club_id, charge.member_id, charge.due_on, begins.day, charge.amount_pence as pence
    from charge join club on club.id = charge.club_id
    cross join lateral (
      select greatest(charge.due_on, (charge.created_at at time zone club.time_zone)::date) as day) begins
    where charge.amount_pence > 0
    union all
    select charge.id, charge.club_id, charge.member_id, charge.due_on,
      greatest(charge.due_on, (charge.created_at at time zone club.time_zone)::date,
        (allocation.created_at at time zone club.time_zone)::date),
      -allocation.amount_pence
    from allocation join charge on charge.id = allocation.charge_id join club on club.id = charge.club_id
  ), daily as (
    select charge_id, club_id, member_id, due_on, day, sum(pence) as pence from entry
    group by charge_id, club_id, member_id, due_on, day having sum(pence) <> 0
  ), running as (
    select charge_id, club_id, member_id, due_on, day as since, lead(day) over by_day as until,
      (sum(pence) over by_day)::integer as pence
    from daily window by_day as (partition by charge_id order by day)
  )
  select charge_id, club_id, member_id, due_on, since, until, pence from running where pence > 0;

create table debt_span (
  charge_id bigint not null references charge on delete cascade deferrable initially immediate,
  -- As the charge has them: a merge of two records moves it to the other member, and this with it.
  club_id bigint not null,
  member_id bigint not null,
  due_on date not null,
  since date not null,
  -- The first day on which it was otherwise.
  until date check (until > since),
  pence integer not null check (pence > 0),
  primary key (charge_id, since)
);

create function keep_debt_span(charges bigint[]) returns void language plpgsql as $$
begin
  delete from debt_span where charge_id = any(charges);
  insert into debt_span (charge_id, club_id, member_id, due_on, since, until, pence)
  select charge_id, club_id, member_id, due_on, since, until, pence from debt_span_source where charge_id = any(charges);
end $$;

-- After directory_charge and directory_allocation, by their names: those have locked the members, so that of two who settle
-- at once the second sees what the first has written.
create function follow_charges() returns trigger language plpgsql as $$
begin
  perform keep_debt_span(array(select id from changed where amount_pence > 0));
  return null;
end $$;
create trigger keep_debt_span after insert on charge
  referencing new table as changed for each statement execute function follow_charges();

create trigger keep_debt_span_of_member after update on charge
  referencing new table as changed for each statement execute function follow_charges();

create function follow_allocations() returns trigger language plpgsql as $$
begin
  perform keep_debt_span(array(select distinct charge_id from changed));
  return null;
end $$;
create trigger keep_debt_span after insert on allocation
  referencing new table as changed for each statement execute function follow_allocations();

insert into debt_span (charge_id, club_id, member_id, due_on, since, until, pence)
select charge_id, club_id, member_id, due_on, since, until, pence from debt_span_source;
create index debt_span_on on debt_span using gist (club_id, daterange(since, until));
create index debt_span_open on debt_span (club_id, due_on) include (pence) where until is null;

-- What the reports count by day.
create index charge_club_day on charge (club_id, transaction_date);
create index charge_taken_back on charge (club_id, reverses_id) where reverses_id is not null;
create index external_payment_day on external_payment (club_id, charge_date);
create index external_payment_lost on external_payment_change (club_id, external_payment_id)
  where state in ('failed', 'charged_back', 'refused');
create index message_recipient_sent on message_recipient (club_id, (coalesce(sent_at, handed_at)))
  where state in ('sent', 'delivered', 'bounced', 'complained', 'failed', 'uncertain');
create index task_done on task (club_id, completed_at) where completed_by is not null;
create index consent_withdrawn on consent (club_id, flag) where not is_given;
