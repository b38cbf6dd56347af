-- Writes that come twice, and writes over a record that has changed.

-- The answer to a write, for when the same write comes again because its answer was lost. Kept for two days.
create table repeated_write (
  account_id bigint not null references account,
  key uuid not null,
  action text not null,
  -- Of the input: a key that comes with another input is a mistake.
  input_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (account_id, key)
);
create index repeated_write_created on repeated_write (created_at);

-- Who changed this record last?
create index audit_subject on audit (subject, subject_id, id desc);
