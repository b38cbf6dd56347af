-- Discounts: what is taken off, of what, for whom, where and how often; and each time that it was.

create table discount (
  id bigint generated always as identity primary key,
  -- The club that has made it: for itself, for itself and all below it, or for chosen ones of these.
  club_id bigint not null,
  root_club_id bigint not null,
  reach text not null default 'own' check (reach in ('own', 'below', 'chosen')),
  name citext not null check (char_length(name::text) between 1 and 100),
  -- Only who says it gets the discount; null: it is given by itself.
  code citext check (char_length(code::text) between 1 and 40),
  -- One of the two. Hundredths of a percent: 12.5 % is 1250.
  percent_hundredths integer check (percent_hundredths between 1 and 10000),
  amount_pence integer check (amount_pence between 1 and 10000000),
  for_plans text not null default 'none' check (for_plans in ('none', 'all', 'chosen')),
  for_products text not null default 'none' check (for_products in ('none', 'all', 'chosen')),
  for_events text not null default 'none' check (for_events in ('none', 'all', 'chosen')),
  -- The place of the member among those of his family who train in the club, by the day they joined.
  family text not null default 'any' check (family in ('any', 'second', 'secondAndFurther', 'thirdAndFurther')),
  -- Whole years, both included.
  min_age integer check (min_age between 0 and 150),
  max_age integer check (max_age between 0 and 150),
  -- Both included.
  from_date date,
  until_date date,
  max_uses integer check (max_uses between 1 and 1000000),
  max_uses_per_member integer check (max_uses_per_member between 1 and 1000000),
  can_combine boolean not null default false,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint discount_value check (num_nonnulls(percent_hundredths, amount_pence) = 1),
  constraint discount_ages check (min_age <= max_age),
  constraint discount_dates check (from_date <= until_date),
  constraint discount_for_something check (not (for_plans = 'none' and for_products = 'none' and for_events = 'none')),
  unique (id, root_club_id),
  unique (club_id, name),
  unique (root_club_id, code),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);

-- What a discount is limited to: plans, classes, products or categories of them that are chosen; members of a category or
-- with a tag. Within one kind any of them will do.
create table discount_choice (
  id bigint generated always as identity primary key,
  discount_id bigint not null,
  root_club_id bigint not null,
  training_plan_id bigint,
  class_id bigint,
  product_id bigint,
  product_category_id bigint,
  category_id bigint,
  tag_id bigint,
  constraint discount_choice_one check (
    num_nonnulls(training_plan_id, class_id, product_id, product_category_id, category_id, tag_id) = 1),
  constraint discount_choice_once unique nulls not distinct
    (discount_id, training_plan_id, class_id, product_id, product_category_id, category_id, tag_id),
  foreign key (discount_id, root_club_id) references discount (id, root_club_id)
    on delete cascade deferrable initially immediate,
  foreign key (training_plan_id, root_club_id) references training_plan (id, root_club_id)
    on delete cascade deferrable initially immediate,
  foreign key (class_id, root_club_id) references class (id, root_club_id)
    on delete cascade deferrable initially immediate,
  foreign key (product_id, root_club_id) references product (id, root_club_id)
    on delete cascade deferrable initially immediate,
  foreign key (product_category_id, root_club_id) references product_category (id, root_club_id)
    on delete cascade deferrable initially immediate,
  foreign key (category_id, root_club_id) references member_category (id, root_club_id)
    on delete cascade deferrable initially immediate,
  foreign key (tag_id, root_club_id) references tag (id, root_club_id) on delete cascade deferrable initially immediate
);
create index discount_choice_plan on discount_choice (training_plan_id) where training_plan_id is not null;
create index discount_choice_class on discount_choice (class_id) where class_id is not null;
create index discount_choice_product on discount_choice (product_id) where product_id is not null;
create index discount_choice_product_category on discount_choice (product_category_id)
  where product_category_id is not null;
create index discount_choice_category on discount_choice (category_id) where category_id is not null;
create index discount_choice_tag on discount_choice (tag_id) where tag_id is not null;

-- The clubs of one that is for chosen ones.
create table discount_club (
  discount_id bigint not null,
  club_id bigint not null,
  root_club_id bigint not null,
  primary key (discount_id, club_id),
  foreign key (discount_id, root_club_id) references discount (id, root_club_id)
    on delete cascade deferrable initially immediate,
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);
create index discount_club_club on discount_club (club_id);

-- A club below does not give it. Without root_club_id: what was said here ties no club to a tree that it leaves.
create table discount_off (
  discount_id bigint not null references discount on delete cascade,
  club_id bigint not null references club,
  account_id bigint references account,
  switched_at timestamptz not null default now(),
  primary key (discount_id, club_id)
);
create index discount_off_club on discount_off (club_id);
create index discount_off_account on discount_off (account_id);

-- Each time that a discount was given. A use stands until its charge is taken back. What came to nothing has no charge.
-- Without root_club_id, as a club that leaves the tree takes its charges along and the discount stays.
create table discount_use (
  id bigint generated always as identity primary key,
  discount_id bigint not null references discount,
  club_id bigint not null references club,
  member_id bigint not null references member deferrable initially immediate,
  charge_id bigint,
  amount_pence integer not null check (amount_pence > 0),
  used_at timestamptz not null default now(),
  -- A discount is given once on one charge.
  unique (charge_id, discount_id),
  foreign key (charge_id, club_id, member_id) references charge (id, club_id, member_id) deferrable initially immediate
);
create index discount_use_discount on discount_use (discount_id, used_at desc);
create index discount_use_club on discount_use (club_id);
create index discount_use_member on discount_use (member_id, discount_id);

create view standing_discount_use as
  select * from discount_use
  where not exists (select from charge back where back.reverses_id = discount_use.charge_id);

-- As often as it may be and no more. The discount is locked while it is counted, so that of two that would be the last the
-- second sees the first.
create function discount_use_fits() returns trigger language plpgsql as $$
declare
  most integer;
  most_each integer;
begin
  select max_uses, max_uses_per_member into most, most_each from discount where id = new.discount_id;
  if most is null and most_each is null then
    return null;
  end if;
  perform from discount where id = new.discount_id for no key update;
  if most < (select count(*) from standing_discount_use where discount_id = new.discount_id) then
    raise exception 'discount % is used up', new.discount_id
      using errcode = 'check_violation', constraint = 'discount_used_up';
  end if;
  if most_each < (select count(*) from standing_discount_use
      where discount_id = new.discount_id and member_id = new.member_id) then
    raise exception 'discount % is used up for member %', new.discount_id, new.member_id
      using errcode = 'check_violation', constraint = 'discount_used_up_by_member';
  end if;
  return null;
end $$;
create trigger discount_use_fits after insert on discount_use for each row execute function discount_use_fits();

-- The discounts that are meant for a club: its own, and what a club above it gives to it. is_off: not given there, since
-- the club does not want it.
create function discounts_in(of_club bigint) returns table (discount_id bigint, is_own boolean, is_off boolean)
  language sql stable parallel safe
  begin atomic
    select discount.id, above.distance = 0,
      exists (select from discount_off where discount_off.discount_id = discount.id and discount_off.club_id = of_club)
    from club_and_above(of_club) above
    join discount on discount.club_id = above.club_id
    where case discount.reach
      when 'own' then above.distance = 0
      when 'below' then true
      else exists (select from discount_club chosen where chosen.discount_id = discount.id and chosen.club_id = of_club)
    end;
  end;
