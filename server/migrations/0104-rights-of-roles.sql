insert into lookup (kind, id, name, position) values ('role', 1007, 'Treasurer', 7), ('role', 1008, 'Head coach', 8);

-- What a role allows in a club, where the club has changed it. Without a row: as contract/src/rights.ts says.
create table role_rights (
  club_id bigint not null references club,
  -- 0: those who have no role.
  role_id integer not null,
  rights text[] not null check (rights <@ array['takePayments', 'giveCredit', 'changePrices', 'seeMoney', 'seeHealth',
    'sendToMany', 'export']),
  -- The most that one credit or refund may be; null: no limit.
  credit_limit_pence integer check (credit_limit_pence >= 0),
  version integer not null default 1,
  primary key (club_id, role_id)
);
create trigger role_rights_access_changed after insert or update or delete
  on role_rights for each statement execute function access_changed();
