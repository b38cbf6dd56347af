-- Whether a club, and with it every club below it, asks its admins for two-factor sign-in.
alter table club add column admins_need_two_factor boolean not null default false;
create index club_admins_need_two_factor on club (root_club_id) where admins_need_two_factor;

drop trigger club_access_changed on club;
create trigger club_access_changed
  after insert or delete or update of parent_club_id, owner_id, admin_id, instructor_id, admins_need_two_factor
  on club for each statement execute function access_changed();
