-- What a club sells. Categories, variants and products of a club are offered in the clubs below it too; what lies on the
-- shelf is each club's own.

insert into lookup (kind, id, name, position) values
  ('vat_code', 1601, 'Standard, 20 %', 1), ('vat_code', 1602, 'Reduced, 5 %', 2), ('vat_code', 1603, 'Zero-rated', 3),
  ('vat_code', 1604, 'Exempt', 4);

create table product_category (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  name citext not null check (char_length(name::text) between 1 and 100),
  -- No longer offered; kept for what was sold.
  archived_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (id, root_club_id),
  unique (club_id, name),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);

-- A size or colour: of all products of its category.
create table product_variant (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  product_category_id bigint not null,
  name citext not null check (char_length(name::text) between 1 and 100),
  -- Sizes are in an order that is not that of the alphabet.
  position integer not null default 0,
  archived_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (id, root_club_id),
  unique (club_id, product_category_id, name),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (product_category_id, root_club_id) references product_category (id, root_club_id)
    deferrable initially immediate
);
create index product_variant_category on product_variant (product_category_id);

create table product (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  category_id bigint not null,
  name text not null check (char_length(name) between 1 and 200),
  code citext not null default '' check (char_length(code::text) <= 50),
  -- Both included; empty: without an end.
  available_from date,
  available_to date,
  current_price_pence integer not null check (current_price_pence between 0 and 10000000),
  current_cost_pence integer check (current_cost_pence between 0 and 10000000),
  vat_code_id integer not null references lookup,
  allow_discount boolean not null default true,
  url text not null default '' check (char_length(url) <= 500),
  description text not null default '' check (char_length(description) <= 2000),
  -- Without stock there is nothing to count: a licence, a hall hired for a party.
  keeps_stock boolean not null default true,
  low_stock_at integer check (low_stock_at between 0 and 100000),
  allow_pre_order boolean not null default false,
  archived_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint product_available check (available_to >= available_from),
  unique (id, root_club_id),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (category_id, root_club_id) references product_category (id, root_club_id) deferrable initially immediate
);
create unique index product_code on product (club_id, code) where code <> '';
create index product_club on product (club_id);
create index product_category_of on product (category_id);
create index product_vat_code on product (vat_code_id);

-- What a product has cost since when: a row for each price it ever had.
create table product_price (
  id bigint generated always as identity primary key,
  product_id bigint not null,
  club_id bigint not null,
  root_club_id bigint not null,
  price_pence integer not null check (price_pence >= 0),
  since timestamptz not null,
  account_id bigint references account,
  foreign key (product_id, root_club_id) references product (id, root_club_id) on delete cascade
    deferrable initially immediate,
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);
create index product_price_product on product_price (product_id, since desc);
create index product_price_club on product_price (club_id);
create index product_price_account on product_price (account_id);

-- What lies on a club's shelf, and how much of what is to come is spoken for. Kept by the movements below; never below
-- zero, whoever sells at the same time.
create table stock_level (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  product_id bigint not null,
  variant_id bigint,
  on_hand integer not null default 0,
  -- Ordered ahead and not handed out yet.
  promised integer not null default 0,
  constraint stock_level_on_hand check (on_hand >= 0),
  constraint stock_level_promised check (promised >= 0),
  constraint stock_level_once unique nulls not distinct (club_id, product_id, variant_id),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (product_id, root_club_id) references product (id, root_club_id) on delete cascade
    deferrable initially immediate,
  foreign key (variant_id, root_club_id) references product_variant (id, root_club_id) deferrable initially immediate
);
create index stock_level_product on stock_level (product_id);
create index stock_level_variant on stock_level (variant_id);

create table stock_movement (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  product_id bigint not null,
  variant_id bigint,
  kind text not null check (kind in ('received', 'sold', 'returned', 'counted', 'handed_out')),
  -- What it adds to the shelf; a count that finds what should be there adds nothing.
  quantity integer not null check (quantity between -1000000 and 1000000),
  -- Of a count: what was found.
  counted integer check (counted >= 0),
  note text not null default '' check (char_length(note) <= 500),
  account_id bigint references account,
  moved_at timestamptz not null,
  constraint stock_movement_way check (case kind
    when 'received' then quantity > 0 when 'returned' then quantity > 0 when 'counted' then counted is not null
    else quantity < 0 end),
  constraint stock_movement_counted check (kind = 'counted' or counted is null),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (product_id, root_club_id) references product (id, root_club_id) deferrable initially immediate,
  foreign key (variant_id, root_club_id) references product_variant (id, root_club_id) deferrable initially immediate
);
create index stock_movement_shelf on stock_movement (club_id, product_id, moved_at desc);
create index stock_movement_product on stock_movement (product_id);
create index stock_movement_variant on stock_movement (variant_id);
create index stock_movement_account on stock_movement (account_id);
create trigger stock_movement_append_only before update or delete on stock_movement
  for each row execute function append_only();

create function move_stock() returns trigger language plpgsql as $$
begin
  -- Made empty first: a check looks at the row that is offered, also where it becomes an update.
  insert into stock_level (club_id, root_club_id, product_id, variant_id)
  values (new.club_id, new.root_club_id, new.product_id, new.variant_id)
  on conflict on constraint stock_level_once do nothing;
  update stock_level set on_hand = on_hand + new.quantity
  where club_id = new.club_id and product_id = new.product_id and variant_id is not distinct from new.variant_id;
  return null;
end $$;
create trigger stock_movement_moves after insert on stock_movement for each row execute function move_stock();
