-- Activity shows the newest of each kind in each club: one look into this index each.
create index audit_club_subject on audit (club_id, subject, id desc);
drop index audit_club;
