-- Who signs in, and what the OpenID Connect provider remembers.

create table account (
  id bigint generated always as identity primary key,
  sub uuid not null unique default gen_random_uuid(),
  person_id bigint not null unique references person,
  email citext not null unique check (char_length(email::text) between 3 and 254),
  email_confirmed_at timestamptz,
  password_hash text,
  -- An access token issued before this instant is refused (password changed, all sessions ended).
  tokens_valid_from timestamptz not null default 'epoch',
  last_login timestamptz,
  last_activity timestamptz,
  created_at timestamptz not null default now()
);

-- Who this account is at another OpenID Connect provider (OIDC_AUTHORITY).
create table account_external (
  issuer text not null,
  subject text not null,
  account_id bigint not null references account on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index account_external_account on account_external (account_id);

-- Single-use links sent by e-mail; only the hash of the secret is kept.
create table account_token (
  secret_hash bytea primary key,
  account_id bigint not null references account on delete cascade,
  purpose text not null check (purpose in ('confirm_email', 'reset_password', 'change_email')),
  new_email citext check ((new_email is not null) = (purpose = 'change_email')),
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index account_token_account on account_token (account_id);
create index account_token_expires on account_token (expires_at);

-- Attempts that are counted and slowed down: by e-mail address, whether it has an account or not, and by client
-- address. The subject is a keyed hash, so that the table is no list of addresses.
create table attempt (
  subject bytea primary key,
  count integer not null,
  last_at timestamptz not null,
  locked_until timestamptz
);
create index attempt_last_at on attempt (last_at);

-- State of the OpenID Connect provider: sessions, grants, codes, tokens.
create table oidc_payload (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  account_sub text,
  consumed_at timestamptz,
  expires_at timestamptz,
  primary key (model, id)
);
create index oidc_payload_grant on oidc_payload (grant_id) where grant_id is not null;
create index oidc_payload_uid on oidc_payload (uid) where uid is not null;
create index oidc_payload_account on oidc_payload (account_sub) where account_sub is not null;
create index oidc_payload_expires on oidc_payload (expires_at);

create table signing_key (
  kid text primary key,
  private_jwk jsonb not null,
  created_at timestamptz not null default now(),
  -- Signs from here on until a newer one does; before that it is only published, so that verifiers know it in time.
  active_from timestamptz not null
);

-- Secrets of the installation that every process must share (cookie keys and the like).
create table secret (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);
