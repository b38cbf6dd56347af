-- People beside the members themselves: their contacts in order, the links between members, and who agreed to what.

-- A contact shared by siblings is one person. He belongs to one tree of clubs, as they do.
alter table member_contact
  -- Set by the trigger below.
  add column root_club_id bigint not null default 0,
  add column is_emergency boolean not null default false,
  add column position integer not null default 0,
  add constraint member_contact_relationship check (char_length(relationship) <= 200);
update member_contact set root_club_id = member.root_club_id from member where member.id = member_contact.member_id;

-- Whom two trees shared (a club may have moved) is a person in each from now on.
do $$
declare
  shared record;
  copy bigint;
begin
  for shared in
    select person_id, root_club_id, row_number() over (partition by person_id order by root_club_id) as place
    from member_contact group by person_id, root_club_id
  loop
    continue when shared.place = 1;
    insert into person (first_name, last_name, gender, dob, email, phone_day, phone_eve, phone_mob, address_line, town,
      postcode)
    select first_name, last_name, gender, dob, email, phone_day, phone_eve, phone_mob, address_line, town, postcode
    from person where id = shared.person_id returning id into copy;
    update member_contact set person_id = copy
    where person_id = shared.person_id and root_club_id = shared.root_club_id;
  end loop;
end $$;

create function member_contact_set_root() returns trigger language plpgsql as $$
begin
  new.root_club_id := coalesce((select root_club_id from member where id = new.member_id), 0);
  return new;
end $$;
create trigger member_contact_set_root before insert on member_contact
  for each row execute function member_contact_set_root();

alter table member_contact
  drop constraint member_contact_member_id_fkey,
  add constraint member_contact_member_id_fkey foreign key (member_id, root_club_id)
    references member (id, root_club_id) deferrable initially immediate,
  add constraint member_contact_one_tree exclude using gist (person_id with =, root_club_id with <>)
    deferrable initially immediate;

-- Brothers, a mother who trains too: one row a pair, in either order. The relationship is what linked_member_id is to
-- member_id.
create table member_link (
  id bigint generated always as identity primary key,
  member_id bigint not null,
  linked_member_id bigint not null,
  root_club_id bigint not null,
  relationship text not null check (char_length(relationship) between 1 and 60),
  linked_since date not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint member_link_not_self check (member_id <> linked_member_id),
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate,
  foreign key (linked_member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate
);
create unique index member_link_pair on member_link (least(member_id, linked_member_id), greatest(member_id, linked_member_id));
create index member_link_member on member_link (member_id);
create index member_link_linked on member_link (linked_member_id);

-- Who agreed to what, or took it back, at which club: written once and never changed. What stands is the last entry of a
-- person, a club and a flag; club_member.communication_flags follows from it.
create table consent (
  id bigint generated always as identity primary key,
  person_id bigint not null references person,
  club_id bigint not null references club,
  flag integer not null check (flag in (1, 2, 4, 8, 16)),
  is_given boolean not null,
  -- Null: nobody knows when.
  given_on date,
  how text not null check (how in ('paper', 'screen', 'inPerson', 'phone', 'email', 'import', 'unknown')),
  wording text not null default '' check (char_length(wording) <= 4000),
  given_by_person_id bigint references person,
  account_id bigint references account,
  recorded_at timestamptz not null default now()
);
create index consent_last on consent (person_id, club_id, flag, id desc);
create index consent_club on consent (club_id);
create index consent_given_by on consent (given_by_person_id);
create index consent_account on consent (account_id);
create trigger consent_append_only before update or delete on consent
  for each row execute function append_only();

-- The last entry of each person, club and flag.
create view current_consent as
  select distinct on (person_id, club_id, flag) id, person_id, club_id, flag, is_given, given_on, how
  from consent order by person_id, club_id, flag, id desc;

-- The communication flags of a person at a club: sms 1, email 2, app 4, photo 8, other 16.
create function communication_flags(person bigint, club bigint) returns integer
  language sql stable
  return (
    select coalesce(sum(flag) filter (where is_given), 0)::integer from current_consent
    where person_id = person and club_id = club
  );

-- What stood in the memberships until now; how it came there nobody knows any more.
insert into consent (person_id, club_id, flag, is_given, how, recorded_at)
select member.person_id, club_member.club_id, bit.flag, true, 'unknown', club_member.date_added
from club_member
join member on member.id = club_member.member_id
join (values (1), (2), (4), (8), (16)) as bit (flag) on club_member.communication_flags & bit.flag <> 0;

-- The log and the flags of a membership never differ, whoever writes: an entry sets the flags, and flags that are written
-- by themselves leave entries.
create function consent_sets_flags() returns trigger language plpgsql as $$
begin
  update club_member set communication_flags = known.flags
  from (
    select club_member.id, communication_flags(pair.person_id, pair.club_id) as flags
    from (select distinct person_id, club_id from entered) as pair
    join member on member.person_id = pair.person_id
    join club_member on club_member.member_id = member.id and club_member.club_id = pair.club_id
  ) as known
  where known.id = club_member.id and known.flags <> club_member.communication_flags;
  return null;
end $$;
create trigger consent_sets_flags after insert on consent referencing new table as entered
  for each statement execute function consent_sets_flags();

-- A new membership adds to what the person has agreed to at the club before (as the contact of a child, say).
create function membership_begins_consent() returns trigger language plpgsql as $$
begin
  insert into consent (person_id, club_id, flag, is_given, how, recorded_at)
  select member.person_id, begun.club_id, bit.flag, true, 'unknown', begun.date_added
  from begun
  join member on member.id = begun.member_id
  join (values (1), (2), (4), (8), (16)) as bit (flag) on begun.communication_flags & bit.flag <> 0
  where not exists (
    select from current_consent
    where person_id = member.person_id and club_id = begun.club_id and flag = bit.flag and is_given
  );
  update club_member set communication_flags = known.flags
  from (
    select begun.id, communication_flags(member.person_id, begun.club_id) as flags
    from begun join member on member.id = begun.member_id
    where exists (select from consent where person_id = member.person_id and club_id = begun.club_id)
  ) as known
  where known.id = club_member.id and known.flags <> club_member.communication_flags;
  return null;
end $$;
create trigger membership_begins_consent after insert on club_member referencing new table as begun
  for each statement execute function membership_begins_consent();

create function flags_leave_consent() returns trigger language plpgsql as $$
begin
  insert into consent (person_id, club_id, flag, is_given, how)
  select member.person_id, new.club_id, bit.flag, new.communication_flags & bit.flag <> 0, 'unknown'
  from member, (values (1), (2), (4), (8), (16)) as bit (flag)
  where member.id = new.member_id
    and (new.communication_flags & bit.flag) <> (communication_flags(member.person_id, new.club_id) & bit.flag);
  return null;
end $$;
create trigger flags_leave_consent after update of communication_flags on club_member
  for each row when (old.communication_flags is distinct from new.communication_flags)
  execute function flags_leave_consent();
