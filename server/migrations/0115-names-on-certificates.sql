-- Whether certificates print the family name before the given names.
alter table club add column family_name_first boolean not null default false;
