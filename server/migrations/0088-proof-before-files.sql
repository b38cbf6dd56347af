-- When someone last gave a password or passkey in a session, beside logging in.
alter table account_session add column proved_at timestamptz;
create trigger account_session_proved after update of proved_at
  on account_session for each statement execute function access_changed();

-- Whether users give one again before a file leaves, here and in all clubs below.
alter table club add column files_need_proof boolean not null default false;
create trigger club_files_need_proof after update of files_need_proof
  on club for each statement execute function access_changed();

-- A welfare officer is one by a role, which other processes hear of with this.
create trigger club_user_role_access_changed after insert or update or delete
  on club_user_role for each statement execute function access_changed();
