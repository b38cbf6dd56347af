-- Activity is read by time: the newest of each kind in each club, of a day long ago as fast as of today. What a whole
-- franchise has done lately stands in the last rows of all, which are looked through before anything else.
create index audit_club_subject_at on audit (club_id, subject, at desc, id desc);
create index audit_member_at on audit (member_id, at desc, id desc);
create index audit_account_at on audit (account_id, at desc, id desc);
create index audit_at on audit (at desc, id desc);
drop index audit_club_subject;
drop index audit_member;
drop index audit_account;
