-- Whether what a refund had paid is owed again once the provider has given it back, as whoever asked for it said.
alter table external_refund add column is_still_owed boolean not null default true;
