-- A link that was mailed and one that is opened at the desk stand beside each other until one of them is used.
drop index mandate_request_current;
create unique index mandate_request_current on mandate_request (member_id, club_id, (email is null)) where ended_at is null;
