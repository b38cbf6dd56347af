-- What is owed and what was paid: append-only, integer pence.

create table charge (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  member_id bigint not null,
  amount_pence integer not null,
  transaction_date date not null,
  due_on date not null,
  description text not null default '',
  created_at timestamptz not null default now(),
  unique (id, club_id, member_id),
  foreign key (club_id, root_club_id) references club (id, root_club_id),
  foreign key (member_id, root_club_id) references member (id, root_club_id)
);
create index charge_member on charge (member_id, club_id);
create index charge_club on charge (club_id, due_on);

create table payment (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  member_id bigint not null,
  amount_pence integer not null,
  payment_date date not null,
  payment_method_id integer references lookup,
  created_at timestamptz not null default now(),
  unique (id, club_id, member_id),
  foreign key (club_id, root_club_id) references club (id, root_club_id),
  foreign key (member_id, root_club_id) references member (id, root_club_id)
);
create index payment_member on payment (member_id, club_id);
create index payment_club on payment (club_id, payment_date);

create table allocation (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  member_id bigint not null,
  charge_id bigint not null,
  payment_id bigint not null,
  amount_pence integer not null,
  created_at timestamptz not null default now(),
  foreign key (charge_id, club_id, member_id) references charge (id, club_id, member_id),
  foreign key (payment_id, club_id, member_id) references payment (id, club_id, member_id)
);
create index allocation_charge on allocation (charge_id);
create index allocation_payment on allocation (payment_id);
create index allocation_member on allocation (member_id, club_id);

create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: write a reversing entry', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger charge_append_only before update or delete on charge for each row execute function append_only();
create trigger payment_append_only before update or delete on payment for each row execute function append_only();
create trigger allocation_append_only before update or delete on allocation for each row execute function append_only();
