-- What is written to many members at once or by an automation: each message, everyone it is for, exactly what each was sent,
-- and what became of it.

create table message (
  id bigint generated always as identity primary key,
  -- Who sends it: by its name, from its templates, and seen by its users.
  club_id bigint not null,
  root_club_id bigint not null,
  name text not null check (char_length(name) between 1 and 200),
  channel text not null check (channel in ('email', 'sms')),
  purpose text not null check (purpose in ('marketing', 'service')),
  subject text not null check (char_length(subject) <= 500),
  body text not null check (char_length(body) <= 200000),
  layout_id bigint,
  template_id bigint,
  -- Whose members it is for.
  club_ids bigint[] not null check (cardinality(club_ids) >= 1),
  audience jsonb not null,
  one_per_address boolean not null default false,
  -- By the clock on the wall of the club, so that 08:00 stays 08:00 when the clocks change; null: a standing message.
  send_local timestamp,
  -- Each club by its own clock, else all by that of the sender.
  per_club_zone boolean not null default false,
  -- The first moment at which somebody gets it; made anew from send_local each time the time is changed.
  send_at timestamptz,
  -- A standing message is sent to one member after the other, for a cause each, and never ends.
  status text not null check (status in ('scheduled', 'preparing', 'sending', 'paused', 'cancelled', 'done', 'standing')),
  -- Tells one text of a standing message from the next, once somebody has changed it.
  content_digest bytea,
  automation_id bigint,
  account_id bigint references account,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- What keeps it from going on, where something does: the mail server cannot be reached.
  trouble text not null default '' check (char_length(trouble) <= 500),
  -- One process works on it until then, and says so again and again.
  worked_until timestamptz,
  version integer not null default 1,
  constraint message_time check ((status = 'standing') = (send_local is null) and (send_local is null) = (send_at is null)
    and (status = 'standing') = (content_digest is not null)),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);
create index message_club on message (club_id, root_club_id);
create index message_account on message (account_id);
create index message_open on message (send_at) where status in ('scheduled', 'preparing', 'sending', 'standing');
create unique index message_standing on message (club_id, name, channel, content_digest) where status = 'standing';

-- A text as it left, once for all who were sent the same.
create table message_copy (
  id bigint generated always as identity primary key,
  message_id bigint not null references message on delete cascade,
  digest bytea not null,
  subject text not null,
  -- Null: a text message.
  html text,
  text text not null,
  constraint message_copy_once unique (message_id, digest)
);

create table message_recipient (
  id bigint generated always as identity primary key,
  -- A club that has left the tree keeps what it was sent: the message is named by itself, without its tree.
  message_id bigint not null references message,
  root_club_id bigint not null,
  -- The club whose member it is.
  club_id bigint not null,
  -- Null: it is for somebody who works in the club.
  member_id bigint,
  -- All whom it is about where one message goes to an address that several share.
  member_ids bigint[] not null default '{}',
  -- Who is written to: the member, or the guardian of a minor.
  person_id bigint references person on delete set null,
  to_name text not null check (char_length(to_name) <= 500),
  -- Empty: nobody can be reached.
  to_address text not null check (char_length(to_address) <= 320),
  -- waiting → sending → sent → delivered, bounced or complained. uncertain: it was being handed over when the process died
  -- or the answer was lost, and nobody knows. skipped: it was never meant to leave, and refusal says why.
  state text not null check (state in ('waiting', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'failed',
    'uncertain', 'skipped')),
  refusal text check (char_length(refusal) <= 50),
  failure text not null default '' check (char_length(failure) <= 500),
  -- Why a standing message goes to this member, once; null in all others.
  cause text check (char_length(cause) between 1 and 200),
  -- The name of that message: another text under the same name is not sent for the same cause again.
  cause_name text check (char_length(cause_name) between 1 and 200),
  booking_id bigint references booking on delete set null,
  copy_id bigint references message_copy,
  -- The carrier's name of it.
  provider_id text check (char_length(provider_id) between 1 and 200),
  -- How often it was handed over, or tried to: part of the name by which the carrier reports.
  tries integer not null default 0,
  not_before timestamptz not null,
  -- By the process that has it in hand, and the moment of handing over: what was claimed and never handed over was
  -- certainly not sent.
  claim uuid,
  claimed_at timestamptz,
  handed_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  segments integer not null default 0,
  constraint message_recipient_skipped check ((state = 'skipped') = (refusal is not null)),
  constraint message_recipient_claimed check ((state = 'sending') = (claim is not null)),
  constraint message_recipient_cause unique (club_id, cause_name, cause),
  constraint message_recipient_named check ((cause is null) = (cause_name is null)),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate
);
-- Each gets a message once, whatever is repeated.
create unique index message_recipient_member on message_recipient (message_id, member_id)
  where member_id is not null and cause is null;
create unique index message_recipient_staff on message_recipient (message_id, person_id)
  where member_id is null and cause is null;
create index message_recipient_message on message_recipient (message_id, state);
create index message_recipient_waiting on message_recipient (message_id, not_before, id) where state = 'waiting';
create index message_recipient_in_hand on message_recipient (claimed_at) where state = 'sending';
create index message_recipient_club on message_recipient (club_id, root_club_id);
create index message_recipient_of_member on message_recipient (member_id, root_club_id);
create index message_recipient_family on message_recipient using gin (member_ids) where member_ids <> '{}';
create index message_recipient_person on message_recipient (person_id);
create index message_recipient_booking on message_recipient (booking_id);
create index message_recipient_copy on message_recipient (copy_id);
create index message_recipient_provider on message_recipient (provider_id) where provider_id is not null;
create index message_recipient_address on message_recipient (lower(to_address));

-- A copy goes with the last who was sent it: when somebody is forgotten, so is what was written to them.
create function forget_message_copy() returns trigger language plpgsql as $$
begin
  delete from message_copy where id in (select copy_id from gone)
    and not exists (select from message_recipient where copy_id = message_copy.id);
  return null;
end $$;
create trigger forget_message_copy after delete on message_recipient referencing old table as gone
  for each statement execute function forget_message_copy();

-- What somebody answered.
create table message_reply (
  id bigint generated always as identity primary key,
  recipient_id bigint not null references message_recipient on delete cascade,
  at timestamptz not null,
  subject text not null check (char_length(subject) <= 1000),
  text text not null check (char_length(text) <= 20000)
);
create index message_reply_recipient on message_reply (recipient_id);

-- What somebody has begun to write, one for each account.
create table message_draft (
  account_id bigint primary key references account,
  draft jsonb not null,
  saved_at timestamptz not null
);

-- When the next message may be handed to a carrier: whoever sends takes time from here, so that all processes together
-- keep to its pace.
create table send_pace (
  carrier text primary key,
  free_at timestamptz not null
);
