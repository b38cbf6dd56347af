-- A class can run past midnight: it finishes on the next day where its finish isn't after its start.
create function session_end(on_day date, starts time, finishes time) returns timestamp
language sql immutable parallel safe as $$
  select on_day + finishes + case when finishes > starts then interval '0' else interval '1 day' end
$$;

alter table class_timetable drop constraint class_timetable_check;
alter table class_availability drop constraint class_availability_check;
alter table class_session drop constraint class_session_check;
-- The constraint that was there is stricter, and the table is small.
-- squawk-ignore constraint-missing-not-valid
alter table class_timetable add constraint class_timetable_times check (finish_time <> start_time);
-- The constraint that was there is stricter, and the table is small.
-- squawk-ignore constraint-missing-not-valid
alter table class_availability add constraint class_availability_times check (finish_time <> start_time);
-- The constraint that was there is stricter, and the table is small.
-- squawk-ignore constraint-missing-not-valid
alter table class_session add constraint class_session_times check (finish_time <> start_time);
