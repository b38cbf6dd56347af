-- The sessions of an account, one for each browser that is signed in, and the browsers it is known from.

-- uid is that of the provider's session, and stands in every access token that is granted in it. A session is open while
-- the provider still has it and nobody has ended it; the row stays a while, so that whatever was under way when it ended
-- cannot bring it back.
create table account_session (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  uid text not null unique,
  method text not null check (method in ('password', 'code', 'recovery', 'passkey')),
  -- Whether somebody has shown two things here: a password and a code, or a passkey.
  is_two_factor boolean not null default false,
  user_agent text not null default '' check (char_length(user_agent) <= 400),
  address text not null default '' check (char_length(address) <= 100),
  began_at timestamptz not null,
  last_used_at timestamptz not null,
  ended_at timestamptz
);
create index account_session_account on account_session (account_id);

-- Those who are signed in stay so.
insert into account_session (account_id, uid, method, began_at, last_used_at)
select account.id, oidc_payload.uid, 'password',
  to_timestamp(coalesce((oidc_payload.payload->>'loginTs')::bigint, extract(epoch from now())::bigint)), now()
from oidc_payload join account on account.sub::text = oidc_payload.account_sub
where oidc_payload.model = 'Session' and oidc_payload.uid is not null
on conflict do nothing;

-- Processes keep which sessions are open beside what an account may touch.
create trigger account_session_access_changed after delete or update of ended_at, is_two_factor
  on account_session for each statement execute function access_changed();

-- Browsers that an account has signed in from, by the hash of what their cookie holds.
create table account_device (
  account_id bigint not null references account on delete cascade,
  device_hash bytea not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  primary key (account_id, device_hash)
);
create index account_device_last_seen on account_device (last_seen);

-- Links by mail, and the way from a right password to the second step.
alter table account_token drop constraint account_token_purpose_check;
alter table account_token add constraint account_token_purpose_check
  check (purpose in ('confirm_email', 'reset_password', 'change_email', 'second_step'));
