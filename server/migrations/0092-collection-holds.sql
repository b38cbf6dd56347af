-- What a payer disputes with their bank or card stops all that would be collected by the same mandate or card, until
-- someone releases it.
create table collection_hold (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  member_id bigint not null,
  mandate_id bigint,
  saved_card_id bigint,
  -- What is disputed.
  external_payment_id bigint not null,
  opened_at timestamptz not null,
  released_at timestamptz,
  -- Null: the bank has taken the dispute back.
  released_by bigint references account,
  release_reason text not null default '' check (char_length(release_reason) <= 500),
  constraint collection_hold_of check (num_nonnulls(mandate_id, saved_card_id) = 1),
  constraint collection_hold_released check (released_at is not null or released_by is null and release_reason = ''),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate,
  foreign key (mandate_id, club_id, member_id) references mandate (id, club_id, member_id) deferrable initially immediate,
  foreign key (saved_card_id, club_id, member_id) references saved_card (id, club_id, member_id)
    deferrable initially immediate,
  foreign key (external_payment_id, club_id, member_id) references external_payment (id, club_id, member_id)
    deferrable initially immediate
);
create unique index collection_hold_mandate on collection_hold (mandate_id) where released_at is null;
create unique index collection_hold_card on collection_hold (saved_card_id) where released_at is null;
create index collection_hold_of_mandate on collection_hold (mandate_id, club_id, member_id);
create index collection_hold_of_card on collection_hold (saved_card_id, club_id, member_id);
create index collection_hold_payment on collection_hold (external_payment_id, club_id, member_id);
create index collection_hold_member on collection_hold (member_id, root_club_id);
create index collection_hold_club on collection_hold (club_id, root_club_id);
create index collection_hold_account on collection_hold (released_by);

create function mandate_is_on_hold(of_mandate bigint) returns boolean language sql stable parallel safe
  return exists (select from collection_hold where mandate_id = of_mandate and released_at is null);
create function card_is_on_hold(of_card bigint) returns boolean language sql stable parallel safe
  return exists (select from collection_hold where saved_card_id = of_card and released_at is null);

-- Taken back because of a hold: after it the same charge may be collected by the same mandate or card.
alter table external_payment add column hold_id bigint;
-- Paused at the provider because of a hold.
alter table external_subscription add column hold_id bigint;

-- What is disputed today, and still owed, has been collected from until now.
insert into collection_hold (club_id, root_club_id, member_id, mandate_id, saved_card_id, external_payment_id, opened_at)
select payment.club_id, payment.root_club_id, payment.member_id, payment.mandate_id, card_payment.saved_card_id, payment.id,
  now()
from external_payment payment
left join card_payment on card_payment.external_payment_id = payment.id
left join mandate on mandate.id = payment.mandate_id
left join saved_card on saved_card.id = card_payment.saved_card_id
where payment.state = 'charged_back' and (mandate.state = 'active' or saved_card.id is not null and saved_card.ended_at is null)
  and exists (select from open_charge where open_charge.charge_id = payment.charge_id)
order by payment.id desc
on conflict do nothing;
