-- Whether the sessions of its admins, and of those of all clubs below it, end twelve hours after they began.
alter table club add column admins_log_in_daily boolean not null default false;
