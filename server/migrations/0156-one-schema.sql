-- 0072 and 0079 were changed after databases had run them. This brings those to the schema of the others.
-- No database has more than some hundred of these rows.
-- squawk-ignore require-concurrent-index-creation
create index if not exists report_count_club on report_count (club_id, until_on);

drop trigger if exists mark_booked_days_made on booking;
drop trigger if exists mark_booked_days_changed on booking;
drop trigger if exists mark_booked_days_gone on booking;
drop function if exists mark_booked_days();

create or replace function mark_bookings() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    perform mark_bookings_of(array(select distinct member_id from come));
    insert into report_mark (club_id, what, from_on, until_on)
    select club_id, 'registers', min(booking_date), max(booking_date) from come group by club_id;
  end if;
  if tg_op <> 'INSERT' then
    perform mark_bookings_of(array(select distinct member_id from gone));
    insert into report_mark (club_id, what, from_on, until_on)
    select club_id, 'registers', min(booking_date), max(booking_date) from gone group by club_id;
  end if;
  return null;
end $$;
