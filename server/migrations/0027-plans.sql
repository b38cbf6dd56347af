-- What a plan asks and gives, for whom it is, and how the prices of those who have it are changed.

alter table training_plan
  add column description text not null default '' check (char_length(description) <= 2000),
  add column joining_fee_pence integer not null default 0 check (joining_fee_pence between 0 and 10000000),
  -- Days that a trial of it lasts; null: as long as any trial.
  add column trial_days integer check (trial_days between 1 and 365),
  add column trial_price_pence integer not null default 0 check (trial_price_pence between 0 and 10000000),
  -- Months that are paid for at least.
  add column minimum_months integer check (minimum_months between 1 and 60),
  -- Off each payment of the second of a family, and of the third and further; either way, not both.
  add column second_percent integer check (second_percent between 1 and 100),
  add column second_off_pence integer check (second_off_pence between 1 and 10000000),
  add column third_percent integer check (third_percent between 1 and 100),
  add column third_off_pence integer check (third_off_pence between 1 and 10000000),
  -- All classes; otherwise those named below alone.
  add column covers_all boolean not null default true,
  add column sold_online boolean not null default false,
  -- Whole years on the day on which somebody begins with it, both included.
  add column min_age integer check (min_age between 0 and 150),
  add column max_age integer check (max_age between 0 and 150),
  -- Not offered any more; who has it keeps it.
  add column archived_at timestamptz,
  add column version integer not null default 1,
  add constraint training_plan_second check (num_nonnulls(second_percent, second_off_pence) <= 1),
  add constraint training_plan_third check (num_nonnulls(third_percent, third_off_pence) <= 1),
  add constraint training_plan_ages check (min_age <= max_age);

-- An archived plan leaves its name to a new one.
alter table training_plan drop constraint training_plan_club_id_name_key;
create unique index training_plan_name on training_plan (club_id, name) where archived_at is null;
create index training_plan_price_frequency on training_plan_price (sub_frequency_id);

-- The classes, and the disciplines with all of their classes, that a plan covers which does not cover all.
create table training_plan_class (
  training_plan_id bigint not null,
  class_id bigint not null,
  root_club_id bigint not null,
  primary key (training_plan_id, class_id),
  foreign key (training_plan_id, root_club_id) references training_plan (id, root_club_id)
    on delete cascade deferrable initially immediate,
  foreign key (class_id, root_club_id) references class (id, root_club_id)
    on delete cascade deferrable initially immediate
);
create index training_plan_class_class on training_plan_class (class_id);

create table training_plan_discipline (
  training_plan_id bigint not null,
  discipline_id bigint not null,
  root_club_id bigint not null,
  primary key (training_plan_id, discipline_id),
  foreign key (training_plan_id, root_club_id) references training_plan (id, root_club_id)
    on delete cascade deferrable initially immediate,
  foreign key (discipline_id, root_club_id) references discipline (id, root_club_id)
    on delete cascade deferrable initially immediate
);
create index training_plan_discipline_discipline on training_plan_discipline (discipline_id);

-- Who may buy it. A plan without any is for all.
create table training_plan_category (
  training_plan_id bigint not null,
  category_id bigint not null,
  root_club_id bigint not null,
  primary key (training_plan_id, category_id),
  foreign key (training_plan_id, root_club_id) references training_plan (id, root_club_id)
    on delete cascade deferrable initially immediate,
  foreign key (category_id, root_club_id) references member_category (id, root_club_id)
    on delete cascade deferrable initially immediate
);
create index training_plan_category_category on training_plan_category (category_id);

-- Is a class part of what a plan pays for?
create function plan_covers(plan_id bigint, of_class_id bigint) returns boolean
  language sql stable parallel safe
  begin atomic
    select exists (select from training_plan where id = plan_id and covers_all)
      or exists (select from training_plan_class where training_plan_id = plan_id and class_id = of_class_id)
      or exists (
        select from training_plan_discipline covered
        where covered.training_plan_id = plan_id and (
          exists (select from class_discipline taught
            where taught.class_id = of_class_id and taught.discipline_id = covered.discipline_id)
          or exists (select from class where id = of_class_id and primary_discipline_id = covered.discipline_id)
        )
      );
  end;

-- The plan that somebody tries; it says how long the trial is, and what it costs, which is charged once.
alter table club_member
  add column trial_plan_id bigint,
  add column trial_charge_id bigint unique references charge,
  add foreign key (trial_plan_id, root_club_id) references training_plan (id, root_club_id)
    deferrable initially immediate;
create index club_member_trial_plan on club_member (trial_plan_id) where trial_plan_id is not null;

-- One change of the price of a plan for those who have it; what it means for each of them is a row of plan_change.
create table price_change (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  training_plan_id bigint not null,
  sub_frequency_id integer not null references lookup,
  price_pence integer not null check (price_pence between 0 and 10000000),
  -- Nobody pays it before.
  from_date date not null,
  account_id bigint references account,
  created_at timestamptz not null,
  cancelled_at timestamptz,
  unique (id, root_club_id),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (training_plan_id, root_club_id) references training_plan (id, root_club_id)
    deferrable initially immediate
);
create index price_change_club on price_change (club_id);
create index price_change_plan on price_change (training_plan_id);
create index price_change_frequency on price_change (sub_frequency_id);
create index price_change_account on price_change (account_id);

-- A row of one changes the price alone: plan, method and next payment are what they are on that day.
alter table plan_change
  add column price_change_id bigint,
  -- What was paid when it was decided.
  add column before_pence integer check (before_pence >= 0),
  -- When the payer was written to, and when it was taken back in writing.
  add column told_at timestamptz,
  add column recalled_at timestamptz,
  -- Nobody could be written to.
  add column has_no_address boolean not null default false,
  add constraint plan_change_of_price check ((price_change_id is null) = (before_pence is null)),
  add constraint plan_change_told check (price_change_id is not null or told_at is null and not has_no_address),
  add constraint plan_change_recalled check (recalled_at is null or told_at is not null),
  add foreign key (price_change_id, root_club_id) references price_change (id, root_club_id)
    deferrable initially immediate;
create index plan_change_price on plan_change (price_change_id) where price_change_id is not null;

-- A day of a month, or its last where it is too short.
create function day_in(month timestamp, agreed_day integer) returns date
  language sql immutable parallel safe
  return (date_trunc('month', month) + (least(agreed_day,
    extract(day from date_trunc('month', month) + interval '1 month - 1 day')::integer) - 1) * interval '1 day')::date;

-- The first payment on or after a day, counted in whole periods from the next one: contract/src/plan-price.ts has the same
-- rule. A month that is too short gives its last day: the day that was agreed comes back after it, where it is known.
-- Something paid once has only that day.
create function first_due(next_payment date, frequency_id integer, on_or_after date, agreed_day integer default null)
  returns date
  language sql immutable parallel safe
  return case
    when next_payment >= on_or_after then next_payment
    when frequency_id = 1101 then next_payment + 7 * ((on_or_after - next_payment + 6) / 7)
    when frequency_id in (1102, 1103, 1104) then (
      select case when day_in(month + months * interval '1 month', agreed) >= on_or_after
        then day_in(month + months * interval '1 month', agreed)
        else day_in(month + (months + step) * interval '1 month', agreed) end
      from (
        select step, date_trunc('month', next_payment::timestamp) as month, step * floor((
            (extract(year from on_or_after) - extract(year from next_payment)) * 12
            + extract(month from on_or_after) - extract(month from next_payment)
          ) / step)::integer as months,
          -- (Of null and a number the least is the number.)
          case when agreed_day is not null and next_payment = day_in(next_payment::timestamp, agreed_day) then agreed_day
            else extract(day from next_payment)::integer end as agreed
        from (select case frequency_id when 1102 then 1 when 1103 then 3 else 12 end as step) stepped
      ) counted
    )
  end;
