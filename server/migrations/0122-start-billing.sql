-- Billing starts when an admin has seen the first run. Clubs that have been charged go on as they do.
insert into charging_setting (club_id)
select distinct run.club_id from charging_run run
where not exists (select from charging_setting own where own.club_id = run.club_id);
alter table charging_setting alter column is_nightly set default false;
-- The first night that charges; null: at once.
alter table charging_setting add column starts_on date;
