-- Whether the public timetable shows a class.
alter table class add column is_public boolean not null default true;
