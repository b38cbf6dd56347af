-- What an account shows besides its password, or instead of it.

-- The secret of an authenticator app (RFC 6238), encrypted; it counts once a first code has shown that the app has it.
create table account_totp (
  account_id bigint primary key references account on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: none is taken twice, nor an older one after it.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

-- Codes for who has lost the app. They are random, so a plain hash keeps them.
create table account_recovery_code (
  account_id bigint not null references account on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- Public keys of passkeys (WebAuthn). sign_count, transports and the flags of backup as the browser last gave them.
create table account_passkey (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  credential_id text not null unique check (char_length(credential_id) <= 1400),
  public_key bytea not null,
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  is_backed_up boolean not null default false,
  can_be_backed_up boolean not null default false,
  name text not null check (char_length(name) between 1 and 100),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index account_passkey_account on account_passkey (account_id);

-- What a passkey has signed is taken once.
create table used_challenge (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_challenge_expires on used_challenge (expires_at);
