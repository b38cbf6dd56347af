-- Whether someone also sees the reports of the clubs below that their place doesn't open.
alter table club_user add column sees_figures boolean not null default false;
alter table club_invitation add column sees_figures boolean not null default false;
