-- A change to how an account logs in (password, address, passkey, app, recovery codes, logging out everywhere) is a new
-- version of it. It ends every open link and every change that waits for one, whoever asked for it. The link that stops a
-- change of address goes on: it is for an owner whose account somebody else has changed.
alter table account add column credential_version integer not null default 0;

-- new_email is the address that the account has once the link is used: stopping a change gives the old one back.
alter table account_token drop constraint account_token_purpose_check;
alter table account_token drop constraint account_token_check;
-- The table has the links of the last three days, so reading it holds nobody up.
-- squawk-ignore constraint-missing-not-valid
alter table account_token add constraint account_token_purpose_check
  check (purpose in ('confirm_email', 'reset_password', 'change_email', 'stop_email_change', 'second_step'));
-- As few rows as above.
-- squawk-ignore constraint-missing-not-valid
alter table account_token add constraint account_token_check
  check ((new_email is not null) = (purpose in ('change_email', 'stop_email_change')));

create function count_credentials() returns trigger language plpgsql as $$
begin
  new.credential_version := old.credential_version + 1;
  return new;
end $$;
create trigger count_credentials before update of password_hash, email on account for each row
  when (old.password_hash is distinct from new.password_hash or old.email is distinct from new.email)
  execute function count_credentials();

create function count_credentials_of_account() returns trigger language plpgsql as $$
begin
  update account set credential_version = credential_version + 1 where id = coalesce(new.account_id, old.account_id);
  return null;
end $$;
create trigger count_credentials after insert or delete on account_passkey
  for each row execute function count_credentials_of_account();
create trigger count_credentials after delete or update of confirmed_at on account_totp
  for each row execute function count_credentials_of_account();
create trigger count_credentials after delete on account_recovery_code
  for each row execute function count_credentials_of_account();

create function end_links() returns trigger language plpgsql as $$
begin
  delete from account_token where account_id = new.id and purpose <> 'stop_email_change';
  return null;
end $$;
create trigger end_links after update on account for each row
  when (old.credential_version <> new.credential_version) execute function end_links();
