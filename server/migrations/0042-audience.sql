-- Who may be written to, over which channel, and who is meant by a message.

-- The number in a field that a text message can go to, in E.164; null when there is none. As platform/mobile-number.ts reads
-- it, for numbers as people write them: of several the first, and without a country code a British one. Kept with the
-- person, so that a hundred thousand of them can be counted.
create function sms_number(value text) returns text
  language plpgsql immutable parallel safe strict as $$
declare
  -- Of two numbers the first, and of that no extension: "07700 900123 / 0113 496 0000 (work)", "0113 496 0000 ext 4".
  first text := (regexp_split_to_array(value, '\s/\s|;|,|\mor\M', 'i'))[1];
  written text := substring(first from '\+?[0-9(][0-9()[:space:].\-–/]*');
  number text := regexp_replace(coalesce(written, ''), '[^0-9+]', '', 'g');
begin
  if number like '00%' then number := '+' || substr(number, 3); end if;
  if number not like '+%' then number := '+44' || regexp_replace(number, '^(44(?=[0-9]{10}$)|0)', ''); end if;
  -- "+44 (0)7700 900123"
  number := regexp_replace(number, '^\+440', '+44');
  if number like '+44%' then
    return case when number ~ '^\+44([0-9]{7}|[0-9]{9,10})$' then number end;
  end if;
  return case when number ~ '^\+[1-9][0-9]{6,14}$' then number end;
end $$;

alter table person add column sms_number text generated always as (sms_number(phone_mob)) stored;

-- What stands in the log of consents, a row a person and club: communication flags that were given, and those that were
-- taken back. Kept by the trigger below; the log alone says how it came to be so.
create table consent_standing (
  person_id bigint not null references person on delete cascade,
  club_id bigint not null references club on delete cascade,
  given integer not null,
  withdrawn integer not null,
  primary key (person_id, club_id)
);
create index consent_standing_club on consent_standing (club_id);

create function keep_consent_standing() returns trigger language plpgsql as $$
begin
  insert into consent_standing (person_id, club_id, given, withdrawn)
  select person_id, club_id, coalesce(sum(flag) filter (where is_given), 0), coalesce(sum(flag) filter (where not is_given), 0)
  from (
    select distinct on (consent.person_id, consent.club_id, consent.flag) consent.*
    from (select distinct person_id, club_id from entered) pair
    join consent on consent.person_id = pair.person_id and consent.club_id = pair.club_id
    order by consent.person_id, consent.club_id, consent.flag, consent.id desc
  ) last
  group by person_id, club_id
  on conflict (person_id, club_id) do update set given = excluded.given, withdrawn = excluded.withdrawn;
  return null;
end $$;
create trigger consent_standing_kept after insert on consent referencing new table as entered
  for each statement execute function keep_consent_standing();

insert into consent_standing (person_id, club_id, given, withdrawn)
select person_id, club_id, coalesce(sum(flag) filter (where is_given), 0), coalesce(sum(flag) filter (where not is_given), 0)
from current_consent group by person_id, club_id;

-- By the link in a message.
alter table consent drop constraint consent_how_check, add constraint consent_how_check
  check (how in ('paper', 'screen', 'inPerson', 'phone', 'email', 'import', 'link', 'unknown'));

-- Addresses that nothing goes to any more, from any club of the tree: what was sent came back, or who has it said stop.
create table undeliverable (
  id bigint generated always as identity primary key,
  root_club_id bigint not null references club deferrable initially immediate,
  channel text not null check (channel in ('email', 'sms')),
  address citext not null check (char_length(address::text) between 1 and 254),
  reason text not null check (reason in ('bounced', 'complained', 'stop')),
  -- What the provider said of it.
  detail text not null default '' check (char_length(detail) <= 500),
  since timestamptz not null,
  lifted_at timestamptz check (lifted_at >= since),
  lifted_by bigint references account
);
create unique index undeliverable_stands on undeliverable (root_club_id, channel, address) where lifted_at is null;
create index undeliverable_lifted_by on undeliverable (lifted_by);

-- An audience that a club uses again: conditions as in contract/src/audience.ts.
create table audience (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  name citext not null check (char_length(name::text) between 1 and 100),
  conditions jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (club_id, name),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);
