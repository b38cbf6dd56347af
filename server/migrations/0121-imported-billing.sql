-- What the members of a file would be charged, found out when it is checked.
alter table import_batch add column billing jsonb;

-- How another system called a member's mandate: its id, its customer or its reference at the bank. By it the mandate is
-- recognised when the club connects its account at the provider.
create table imported_mandate (
  id bigint generated always as identity primary key,
  root_club_id bigint not null,
  member_id bigint not null,
  reference text not null check (char_length(reference) between 1 and 100),
  unique (member_id, reference),
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate
);
create index imported_mandate_root on imported_mandate (root_club_id, reference);
