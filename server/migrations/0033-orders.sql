-- What is sold at the desk: an order is for one member or his family, a line for one of them.

create table member_order (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  -- On whose page it was made; the receipt is theirs.
  member_id bigint not null,
  ordered_on date not null,
  account_id bigint references account,
  created_at timestamptz not null,
  unique (id, club_id),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate
);
create index member_order_member on member_order (member_id, club_id);
create index member_order_club on member_order (club_id, ordered_on desc);
create index member_order_account on member_order (account_id);

create table order_line (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  club_id bigint not null,
  root_club_id bigint not null,
  member_id bigint not null,
  -- A product in a variant, or a class or event on a day.
  product_id bigint,
  variant_id bigint,
  event_id bigint,
  event_date date,
  -- As it was called on that day.
  label text not null check (char_length(label) between 1 and 500),
  quantity integer not null check (quantity between 1 and 1000),
  -- Of the whole quantity, before and after discounts; what was taken off is [{ name, pence }].
  full_pence integer not null check (full_pence >= 0),
  pence integer not null check (pence between 0 and full_pence),
  discounts jsonb not null default '[]' check (jsonb_typeof(discounts) = 'array'),
  -- What came from the shelf, and what is handed out when it comes. Neither where no stock is kept.
  taken integer not null default 0 check (taken >= 0),
  pre_ordered integer not null default 0 check (pre_ordered >= 0),
  handed_out_at timestamptz,
  handed_out_by bigint references account,
  -- Nothing is charged for what is free.
  charge_id bigint,
  -- The place that was booked by it.
  booking_id bigint references booking,
  returned_at timestamptz,
  returned_by bigint references account,
  return_reason text check (char_length(return_reason) <= 500),
  constraint order_line_what check (num_nonnulls(product_id, event_id) = 1
    and (event_id is null) = (event_date is null) and (variant_id is null or product_id is not null)),
  constraint order_line_stock check (taken + pre_ordered in (0, quantity)),
  constraint order_line_charged check ((pence = 0) = (charge_id is null)),
  constraint order_line_handed_out check (handed_out_at is null or pre_ordered > 0),
  constraint order_line_returned check ((returned_at is null) = (return_reason is null)),
  constraint order_line_charge unique (charge_id),
  foreign key (order_id, club_id) references member_order (id, club_id) deferrable initially immediate,
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate,
  foreign key (product_id, root_club_id) references product (id, root_club_id) deferrable initially immediate,
  foreign key (variant_id, root_club_id) references product_variant (id, root_club_id) deferrable initially immediate,
  foreign key (event_id, club_id) references class (id, club_id) deferrable initially immediate,
  foreign key (charge_id, club_id, member_id) references charge (id, club_id, member_id) deferrable initially immediate
);
create index order_line_order on order_line (order_id);
create index order_line_member on order_line (member_id);
create index order_line_product on order_line (product_id);
create index order_line_variant on order_line (variant_id);
create index order_line_event on order_line (event_id, event_date);
create index order_line_booking on order_line (booking_id);
create index order_line_handed_out_by on order_line (handed_out_by);
create index order_line_returned_by on order_line (returned_by);
-- What waits to be handed out, by club.
create index order_line_waiting on order_line (club_id)
  where pre_ordered > 0 and handed_out_at is null and returned_at is null;

-- What was paid when the order was made.
create table order_payment (
  payment_id bigint primary key references payment,
  order_id bigint not null,
  club_id bigint not null,
  foreign key (order_id, club_id) references member_order (id, club_id) deferrable initially immediate
);
create index order_payment_order on order_payment (order_id);
