-- Messages that are being written, any number in a club. The table of one draft an account stays for the version before.
create table club_message_draft (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  -- Who began it.
  account_id bigint not null references account,
  draft jsonb not null,
  saved_at timestamptz not null,
  -- Until it's deleted a day later, discarding can be undone.
  discarded_at timestamptz,
  version integer not null default 1,
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);
create index club_message_draft_club on club_message_draft (club_id, root_club_id);
create index club_message_draft_account on club_message_draft (account_id);
insert into club_message_draft (club_id, root_club_id, account_id, draft, saved_at)
select club.id, club.root_club_id, account_id, draft, saved_at
from message_draft join club on club.id = (draft ->> 'clubId')::bigint;
