-- A class can run every second, third or fourth week, counted from the week of its first day.
alter table class add column every_weeks integer not null default 1 check (every_weeks between 1 and 4);

-- Does a class run in the week of a day? Weeks begin on Mondays.
create function runs_in_week(first_day date, every_weeks integer, on_day date) returns boolean
language sql immutable parallel safe as $$
  select every_weeks = 1 or
    ((on_day - extract(isodow from on_day)::int) - (first_day - extract(isodow from first_day)::int)) / 7 % every_weeks = 0
$$;

drop trigger mark_class on class;
create trigger mark_class after update on class
  for each row when ((old.class_type_id, old.capacity, old.start_date, old.end_date, old.club_id, old.every_weeks)
    is distinct from (new.class_type_id, new.capacity, new.start_date, new.end_date, new.club_id, new.every_weeks))
  execute function mark_class();
