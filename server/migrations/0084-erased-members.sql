-- A member who has been erased is in no list any more: what is left of them are figures.
create or replace view directory_source as
  select club_member.id as club_member_id, club_member.member_id, club_member.club_id,
    -- What of the charges that were due before the day is still open.
    coalesce((select sum(pence)::bigint from open_charge
      where open_charge.member_id = club_member.member_id and open_charge.club_id = club_member.club_id
        and due_on < clock.day), 0) as debt_pence,
    club_member.member_status_id, has_live_mandate(club_member.member_id, club_member.club_id) as has_mandate,
    (extract(month from person.dob) * 100 + extract(day from person.dob))::smallint as birthday, person.dob,
    club_member.member_since,
    -- A mark counts in the club that holds the class.
    (select class_date from attendance
      where attendance.member_id = club_member.member_id and attendance.club_id = club_member.club_id and attended
      order by class_date desc limit 1) as last_attended,
    club_member.marketing_source_id, club_member.category_id, club_member.training_plan_id,
    (select discipline_id from member_discipline where member_discipline.member_id = club_member.member_id
      order by discipline_id limit 1) as discipline_id,
    (select current_grade_id from member_discipline where member_discipline.member_id = club_member.member_id
      order by discipline_id limit 1) as grade_id,
    (select min(due_on) from open_charge
      where open_charge.member_id = club_member.member_id and open_charge.club_id = club_member.club_id
        and due_on >= clock.day) as debt_grows_after,
    -- A tag counts in the club that has given it.
    (select min(tag_id) from member_tag
      where member_tag.member_id = club_member.member_id and member_tag.club_id = club_member.club_id) as tag_id,
    (select array_agg(tag_id order by tag_id) from (
      select tag_id from member_tag
      where member_tag.member_id = club_member.member_id and member_tag.club_id = club_member.club_id
      order by tag_id offset 1
    ) beyond) as other_tag_ids,
    (select array_agg(discipline_id order by discipline_id) from (
      select discipline_id from member_discipline where member_discipline.member_id = club_member.member_id
      order by discipline_id offset 1
    ) beyond) as other_discipline_ids,
    (select array_agg(current_grade_id order by discipline_id) filter (where current_grade_id is not null) from (
      select discipline_id, current_grade_id from member_discipline
      where member_discipline.member_id = club_member.member_id order by discipline_id offset 1
    ) beyond) as other_grade_ids
  from club_member
  join member on member.id = club_member.member_id
  join person on person.id = member.person_id
  join (
    select id, coalesce(day, (now() at time zone time_zone)::date) as day
    from club left join directory_day on directory_day.club_id = club.id
  ) clock on clock.id = club_member.club_id
  where member.erased_at is null;

create function forget_erased_member() returns trigger language plpgsql as $$
begin
  delete from directory_entry where member_id = new.id;
  return null;
end $$;

create trigger member_erased after update of erased_at on member
  for each row when (old.erased_at is null and new.erased_at is not null) execute function forget_erased_member();

delete from directory_entry where member_id in (select id from member where erased_at is not null);
