-- Paying: cards that are kept for later, links by which somebody pays, and the providers' pages that were opened by them.
-- Of a card nothing is kept but where Stripe keeps it.

create table saved_card (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  member_id bigint not null,
  provider_account_id bigint not null,
  -- At Stripe: the customer, and the payment method that is his.
  customer_reference text not null check (char_length(customer_reference) between 1 and 100),
  reference text not null check (char_length(reference) between 1 and 100),
  created_at timestamptz not null,
  -- Removed, or another has taken its place.
  ended_at timestamptz,
  constraint saved_card_reference unique (provider_account_id, reference),
  constraint saved_card_member unique (id, club_id, member_id),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate,
  foreign key (provider_account_id, root_club_id) references provider_account (id, root_club_id)
    deferrable initially immediate
);
create unique index saved_card_current on saved_card (member_id, club_id) where ended_at is null;
create index saved_card_club on saved_card (club_id, root_club_id);
create index saved_card_in_tree on saved_card (member_id, root_club_id);
create index saved_card_account on saved_card (provider_account_id, root_club_id);

-- Of a payment on its way: by which card.
create table card_payment (
  external_payment_id bigint primary key references external_payment,
  saved_card_id bigint not null references saved_card
);
create index card_payment_card on card_payment (saved_card_id);

create table pay_link (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  member_id bigint not null,
  -- 'pay': what is owed; 'card': to keep a card for later.
  purpose text not null check (purpose in ('pay', 'card')),
  -- What is to be paid; none: all that is owed to the club.
  charge_id bigint,
  -- How it got to the payer; 'qr': shown at the desk.
  sent_by text not null check (sent_by in ('email', 'sms', 'qr')),
  sent_to text not null default '' check (char_length(sent_to) <= 320),
  to_name text not null default '' check (char_length(to_name) <= 500),
  -- The secret itself is in the message alone. None until that is written.
  secret_hash bytea unique,
  account_id bigint references account,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  ended_at timestamptz,
  -- Why the message could not be sent.
  problem text not null default '' check (char_length(problem) <= 500),
  -- How often it has led on to a provider since then: each time asks somebody else.
  led_on integer not null default 0,
  led_on_since timestamptz,
  constraint pay_link_charge check (purpose = 'pay' or charge_id is null),
  constraint pay_link_member unique (id, club_id, member_id),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate,
  foreign key (charge_id, club_id, member_id) references charge (id, club_id, member_id) deferrable initially immediate
);
create index pay_link_of on pay_link (member_id, club_id);
create index pay_link_in_tree on pay_link (member_id, root_club_id);
create index pay_link_club on pay_link (club_id, root_club_id);
create index pay_link_of_charge on pay_link (charge_id, club_id, member_id);
create index pay_link_account on pay_link (account_id);

-- A page of a provider on which somebody pays, or leaves a card.
create table checkout (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  member_id bigint not null,
  pay_link_id bigint not null,
  provider_account_id bigint not null,
  payment_method_id integer not null references lookup,
  -- The card is kept for later.
  keeps_card boolean not null,
  -- Zero: nothing is paid, a card is left.
  amount_pence integer not null check (amount_pence >= 0),
  -- At the provider: the checkout session, or the billing request; and the customer who keeps the card.
  reference text check (char_length(reference) between 1 and 100),
  customer_reference text check (char_length(customer_reference) between 1 and 100),
  idempotency_key uuid not null unique default gen_random_uuid(),
  -- 'over': expired, or another has taken its place. Should money come of it all the same, it becomes 'done'.
  state text not null default 'open' check (state in ('open', 'done', 'over')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  external_payment_id bigint unique references external_payment,
  constraint checkout_something check (amount_pence > 0 or keeps_card),
  constraint checkout_reference unique (provider_account_id, reference),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate,
  foreign key (pay_link_id, club_id, member_id) references pay_link (id, club_id, member_id) deferrable initially immediate,
  foreign key (provider_account_id, root_club_id) references provider_account (id, root_club_id)
    deferrable initially immediate
);
create index checkout_of_link on checkout (pay_link_id, club_id, member_id);
create index checkout_of on checkout (member_id, root_club_id);
create index checkout_club on checkout (club_id, root_club_id);
create index checkout_account on checkout (provider_account_id, root_club_id);
create index checkout_method on checkout (payment_method_id);
create index checkout_open on checkout (expires_at) where state = 'open';

-- What is paid on it.
create table checkout_charge (
  checkout_id bigint not null references checkout,
  charge_id bigint not null references charge,
  amount_pence integer not null check (amount_pence > 0),
  is_open boolean not null default true,
  primary key (checkout_id, charge_id)
);
-- One page at a time on which a charge can be paid.
create unique index checkout_charge_open on checkout_charge (charge_id) where is_open;
create index checkout_charge_of on checkout_charge (charge_id);
