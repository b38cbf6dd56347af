-- The private part, encrypted with the key of the installation, which is not in the database.
alter table signing_key add column sealed_jwk bytea;
comment on column signing_key.private_jwk is 'The public part. Versions before 0090 kept the private part in it too.';
comment on table secret is 'Of versions before 0090: secrets are derived from the key of the installation. To be dropped.';
