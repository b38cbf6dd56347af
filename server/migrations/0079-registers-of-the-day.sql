-- How the registers of a day stand is kept as what reports count is. What is on them leaves marks already (0072), but for
-- bookings and for who is an enquiry: these leave one of their own.

alter table report_mark drop constraint report_mark_what_check;
-- The table holds the marks of a minute: they are looked through at once.
-- squawk-ignore constraint-missing-not-valid
alter table report_mark add constraint report_mark_what_check
  check (what in ('members', 'visits', 'money', 'charges', 'debt', 'leads', 'timetable', 'registers'));

-- As in 0072, with the days that were booked.
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

-- An enquiry who is only enrolled is on no register (872); whatever the day, it goes by what he is now.
create function mark_enquiries() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      insert into report_mark (club_id, what, from_on, until_on)
      select distinct club_id, 'registers', '-infinity'::date, 'infinity'::date from come where member_status_id = 872;
    when 'DELETE' then
      insert into report_mark (club_id, what, from_on, until_on)
      select distinct club_id, 'registers', '-infinity'::date, 'infinity'::date from gone where member_status_id = 872;
    else
      insert into report_mark (club_id, what, from_on, until_on)
      select distinct club_id, 'registers', '-infinity'::date, 'infinity'::date
      from (
        (select id, club_id, member_id from come where member_status_id = 872
          except select id, club_id, member_id from gone where member_status_id = 872)
        union all
        (select id, club_id, member_id from gone where member_status_id = 872
          except select id, club_id, member_id from come where member_status_id = 872)
      ) change;
  end case;
  return null;
end $$;
create trigger mark_enquiries_made after insert on club_member
  referencing new table as come for each statement execute function mark_enquiries();
create trigger mark_enquiries_changed after update on club_member
  referencing old table as gone new table as come for each statement execute function mark_enquiries();
create trigger mark_enquiries_gone after delete on club_member
  referencing old table as gone for each statement execute function mark_enquiries();
