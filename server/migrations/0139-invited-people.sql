-- Someone who is invited is a person from then on, so that classes can name them. Accepting puts the person of the
-- account in their place.
alter table club_invitation add column person_id bigint;
-- Every row is null so far: there is nothing to check.
-- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
alter table club_invitation add constraint club_invitation_person_id_fkey foreign key (person_id) references person;
-- Every row is null so far.
-- squawk-ignore require-concurrent-index-creation
create unique index club_invitation_person on club_invitation (person_id);

-- Owner and Admin were also roles to choose, which made no one either. The owner is the person the club names, and
-- admins have the right. People with these roles alone keep what they allowed, as treasurer and head coach.
insert into club_user_role (club_user_id, role_id)
select distinct club_user.id, kept.id
from club_user join club_user_role held on held.club_user_id = club_user.id and held.role_id in (1001, 1002)
cross join unnest(array[1007, 1008]) kept (id)
where not club_user.is_admin and not exists (
  select from club join account on account.person_id in (club.owner_id, club.admin_id)
  where club.id = club_user.club_id and account.id = club_user.account_id)
on conflict do nothing;
delete from club_user_role where role_id in (1001, 1002);
insert into club_invitation_role (club_invitation_id, role_id)
select distinct invitation.id, kept.id
from club_invitation invitation
join club_invitation_role held on held.club_invitation_id = invitation.id and held.role_id in (1001, 1002)
cross join unnest(array[1007, 1008]) kept (id)
where not invitation.is_admin and invitation.closed_at is null
on conflict do nothing;
delete from club_invitation_role where role_id in (1001, 1002);
