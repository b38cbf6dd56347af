-- Which clubs below their own someone works in: none, some with all below those, or all. Until now it was all.
alter table club_user add column reach text not null default 'all' check (reach in ('own', 'some', 'all'));
create table club_user_reach (
  club_user_id bigint not null references club_user on delete cascade,
  club_id bigint not null references club,
  primary key (club_user_id, club_id)
);
create index club_user_reach_club on club_user_reach (club_id);
create trigger club_user_reach_access_changed after insert or update or delete
  on club_user_reach for each statement execute function access_changed();

alter table club_invitation add column reach text not null default 'all' check (reach in ('own', 'some', 'all'));
create table club_invitation_reach (
  club_invitation_id bigint not null references club_invitation on delete cascade,
  club_id bigint not null references club,
  primary key (club_invitation_id, club_id)
);
create index club_invitation_reach_club on club_invitation_reach (club_id);

-- Whether a place in a club that is the target, or above it, opens the target. A chosen club that has moved elsewhere
-- since, and is no longer below the place's own, opens nothing.
create function reaches(place club_user, target bigint) returns boolean
  language sql stable
  return place.club_id = target or place.reach = 'all' or place.reach = 'some' and exists (
    select from club_user_reach chosen
    where chosen.club_user_id = place.id and chosen.club_id <> place.club_id
      and chosen.club_id in (select club_id from club_and_above(target))
      and place.club_id in (select club_id from club_and_above(chosen.club_id))
  );
