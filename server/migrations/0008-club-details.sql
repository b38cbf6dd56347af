-- Inviting people to work in a club, and editing their place there.

alter table club_user add column version integer not null default 1;

-- An e-mail address that is asked to work in a club. Open until it is answered, revoked, or has expired; only the hash
-- of the secret in its link is kept, and a new link ends the one before.
create table club_invitation (
  id bigint generated always as identity primary key,
  club_id bigint not null references club,
  email citext not null check (char_length(email::text) between 3 and 254),
  is_admin boolean not null default false,
  invited_by bigint not null references account,
  secret_hash bytea unique,
  sent_at timestamptz,
  expires_at timestamptz not null,
  closed_at timestamptz,
  closed_as text check (closed_as in ('accepted', 'declined', 'revoked')),
  accepted_by bigint references account,
  created_at timestamptz not null default now(),
  check ((closed_at is null) = (closed_as is null)),
  check ((accepted_by is not null) = (closed_as is not distinct from 'accepted'))
);
create unique index club_invitation_open on club_invitation (club_id, email) where closed_at is null;
create index club_invitation_club on club_invitation (club_id, created_at);
create index club_invitation_email on club_invitation (email) where closed_at is null;
create index club_invitation_invited_by on club_invitation (invited_by);
create index club_invitation_accepted_by on club_invitation (accepted_by);

create table club_invitation_role (
  club_invitation_id bigint not null references club_invitation on delete cascade,
  role_id integer not null references lookup,
  primary key (club_invitation_id, role_id)
);

-- Who is named as owner, admin or instructor of a club works there, and is found among its users.
insert into club_user (club_id, account_id, user_since, is_admin)
select club.id, account.id, least(club.date_opened, current_date),
  bool_or(account.person_id in (coalesce(club.owner_id, 0), coalesce(club.admin_id, 0)))
from club
join account on account.person_id in (club.owner_id, club.admin_id, club.instructor_id)
group by club.id, account.id
on conflict (club_id, account_id) do nothing;
