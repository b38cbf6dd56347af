-- A message to more people than this is confirmed a second time; null: as the club above.
alter table message_setting add column ask_above integer check (ask_above between 1 and 100000);

-- Texts and marketing wait for the morning, except what can't: a session that is cancelled tonight.
alter table message_recipient add column is_urgent boolean not null default false;
