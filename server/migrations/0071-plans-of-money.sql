-- What each write of money does for the reports was planned anew each time, which took longer than to do it: half as much
-- again as the write itself. The plans are kept, and are the same for one id and for many.
alter function keep_debt_span set plan_cache_mode = force_generic_plan;

create or replace function mark_money(charges bigint[], payments bigint[], collections bigint[]) returns void
  language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  if charges <> '{}' then
    insert into money_mark (club_id, day)
    select club_id, due_on from charge where id = any(charges)
    union
    select club_id, transaction_date from charge where id = any(charges)
    union
    select collected.club_id, coalesce(collected.charge_date, (collected.created_at at time zone club.time_zone)::date)
    from external_payment collected join club on club.id = collected.club_id
    where collected.charge_id = any(charges);
  end if;
  if payments <> '{}' then
    insert into money_mark (club_id, day) select distinct club_id, payment_date from payment where id = any(payments);
  end if;
  if collections <> '{}' then
    insert into money_mark (club_id, day)
    select distinct collected.club_id,
      coalesce(collected.charge_date, (collected.created_at at time zone club.time_zone)::date)
    from external_payment collected join club on club.id = collected.club_id
    where collected.id = any(collections);
  end if;
end $$;
