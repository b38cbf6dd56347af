-- The directory: one narrow row for each membership, with all that a list of members is filtered and sorted by. It is kept
-- by triggers, whoever writes, and always equals `directory_source`, which says where each column comes from.

-- Text as grids compare it. Naming the dictionary makes it safe in an index.
create function folded_text(value text) returns text
  language sql immutable parallel safe strict
  return lower(unaccent('unaccent'::regdictionary, value));

create table directory_entry (
  club_member_id bigint primary key references club_member on delete cascade,
  member_id bigint not null,
  club_id bigint not null,
  debt_pence bigint not null,
  member_status_id integer not null,
  has_mandate boolean not null,
  -- Nearly everybody studies one discipline: that stands here, and whether there are others to look for.
  has_more_disciplines boolean not null,
  -- The day in the year, 1231 for 31 December.
  birthday smallint,
  dob date,
  member_since date,
  last_attended date,
  marketing_source_id integer,
  category_id bigint,
  training_plan_id bigint,
  discipline_id bigint,
  grade_id bigint,
  -- The first day after which the debt is more than it is now, if nobody pays.
  debt_grows_after date
);

-- The texts of the same rows: folded, as they are compared. They are long and hardly change, what is above is short and
-- changes with every mark; so all that can be asked of a million rows without texts is asked of half as many pages. In "C",
-- so that an index serves for beginnings too, whatever the database's own order is.
create table directory_text (
  club_member_id bigint primary key references directory_entry on delete cascade,
  member_id bigint not null,
  club_id bigint not null,
  last_name text collate "C" not null,
  first_name text collate "C" not null,
  code text collate "C" not null,
  email text collate "C",
  -- The digits of all the numbers there are, the mobile's first.
  phone text collate "C"
);

-- The day for which a club's debts are kept: what falls due on it is not overdue yet. Until the job of the day has seen
-- the club it is the day of the database's clock.
create table directory_day (
  club_id bigint primary key references club on delete cascade,
  day date not null
);

-- Whether somebody who studies several disciplines has one of these, or one of these grades. Hidden in a function, and said
-- to be cheap, because it is asked of few: otherwise a list is planned as if everybody were looked up.
create function also_studies(of_member bigint, disciplines bigint[], grades bigint[]) returns boolean
  language plpgsql stable parallel safe cost 5 as $$
begin
  return exists (
    select from member_discipline
    where member_id = of_member and (discipline_id = any(disciplines) or current_grade_id = any(grades))
  );
end $$;

create view open_charge as
  select member_id, club_id, due_on, pence from (
    select charge.member_id, charge.club_id, charge.due_on, charge.amount_pence - coalesce(
      (select sum(amount_pence) from allocation where charge_id = charge.id), 0) as pence
    from charge
  ) charged where pence > 0;

create view directory_source as
  select club_member.id as club_member_id, club_member.member_id, club_member.club_id,
    -- What of the charges that were due before the day is still open.
    coalesce((select sum(pence)::bigint from open_charge
      where open_charge.member_id = club_member.member_id and open_charge.club_id = club_member.club_id
        and due_on < clock.day), 0) as debt_pence,
    club_member.member_status_id, coalesce(club_member.payment_method_id = 186, false) as has_mandate,
    (select count(*) > 1 from member_discipline where member_discipline.member_id = club_member.member_id)
      as has_more_disciplines,
    (extract(month from person.dob) * 100 + extract(day from person.dob))::smallint as birthday, person.dob,
    club_member.member_since,
    -- A mark counts in the club that holds the class.
    (select class_date from attendance
      where attendance.member_id = club_member.member_id and attendance.club_id = club_member.club_id and attended
      order by class_date desc limit 1) as last_attended,
    club_member.marketing_source_id, club_member.category_id, club_member.training_plan_id,
    (select discipline_id from member_discipline where member_discipline.member_id = club_member.member_id
      order by discipline_id limit 1) as discipline_id,
    (select current_grade_id from member_discipline where member_discipline.member_id = club_member.member_id
      order by discipline_id limit 1) as grade_id,
    (select min(due_on) from open_charge
      where open_charge.member_id = club_member.member_id and open_charge.club_id = club_member.club_id
        and due_on >= clock.day) as debt_grows_after
  from club_member
  join member on member.id = club_member.member_id
  join person on person.id = member.person_id
  join (
    select id, coalesce(day, (now() at time zone time_zone)::date) as day
    from club left join directory_day on directory_day.club_id = club.id
  ) clock on clock.id = club_member.club_id;

create view directory_text_source as
  select club_member.id as club_member_id, club_member.member_id, club_member.club_id, search_text(person.last_name) as last_name,
    search_text(person.first_name) as first_name, folded_text(member.code) as code,
    nullif(folded_text(person.email::text), '') as email, nullif(person.phones, '') as phone
  from club_member
  join member on member.id = club_member.member_id
  join person on person.id = member.person_id;

insert into directory_entry select * from directory_source;
insert into directory_text select * from directory_text_source;

analyze directory_entry, directory_text;

create index directory_entry_member on directory_entry (member_id);
-- One for each order there is (server/src/directory/sorting.ts), and by that for each filter too.
create index directory_text_last_name on directory_text (last_name, first_name, club_member_id);
create index directory_text_first_name on directory_text (first_name, last_name, club_member_id);
create index directory_text_code on directory_text (code, club_member_id);
create index directory_entry_status on directory_entry (member_status_id, club_member_id);
create index directory_entry_club on directory_entry (club_id, club_member_id);
create index directory_entry_category on directory_entry (category_id, club_member_id);
create index directory_entry_plan on directory_entry (training_plan_id, club_member_id);
create index directory_entry_discipline on directory_entry (discipline_id, grade_id);
create index directory_entry_source on directory_entry (marketing_source_id, club_member_id);
create index directory_entry_dob on directory_entry (dob, club_member_id);
create index directory_entry_birthday on directory_entry (birthday, club_member_id);
create index directory_text_email on directory_text (email, club_member_id);
create index directory_text_phone on directory_text (phone, club_member_id);
create index directory_text_club on directory_text (club_id);
-- What stands somewhere inside.
create index directory_text_trgm on directory_text using gin (
  last_name gin_trgm_ops, first_name gin_trgm_ops, email gin_trgm_ops, phone gin_trgm_ops
);
create index directory_entry_since on directory_entry (member_since, club_member_id);
create index directory_entry_attended on directory_entry (last_attended, club_member_id);
create index directory_entry_status_since on directory_entry (member_status_id, member_since, club_member_id);
create index directory_entry_status_attended on directory_entry (member_status_id, last_attended, club_member_id);
create index directory_entry_debt on directory_entry (debt_pence, club_member_id);
create index directory_entry_mandate on directory_entry (has_mandate, club_member_id);

-- What two who write at once have changed of one member is counted by the second of them: the member is locked first, in
-- the order of the ids as everywhere, and each statement after it sees what the first has committed.
create function lock_members(ids bigint[]) returns void language plpgsql as $$
begin
  perform from member where id = any(ids) order by id for no key update;
end $$;

-- All of some memberships anew: those that have just been made, or that belong to somebody else from now on.
create function refresh_directory(ids bigint[]) returns void language plpgsql as $$
declare
  members bigint[] := array(select member_id from club_member where id = any(ids));
begin
  perform lock_members(members);
  -- A person who is being changed is waited for as well.
  perform from person where id in (select person_id from member where id = any(members)) order by id for share;
  delete from directory_entry where club_member_id = any(ids);
  insert into directory_entry select * from directory_source where club_member_id = any(ids);
  insert into directory_text select * from directory_text_source where club_member_id = any(ids);
end $$;

create function directory_joined() returns trigger language plpgsql as $$
begin
  perform refresh_directory(array(select id from changed));
  return null;
end $$;
create trigger directory_joined after insert on club_member
  referencing new table as changed for each statement execute function directory_joined();

create function directory_membership() returns trigger language plpgsql as $$
declare
  others bigint[] := array(
    select changed.id from changed join before_change using (id)
    where (changed.member_id, changed.club_id) <> (before_change.member_id, before_change.club_id)
  );
begin
  if others <> '{}' then
    perform refresh_directory(others);
  end if;
  update directory_entry entry set
    member_status_id = changed.member_status_id,
    has_mandate = coalesce(changed.payment_method_id = 186, false),
    member_since = changed.member_since,
    marketing_source_id = changed.marketing_source_id,
    category_id = changed.category_id,
    training_plan_id = changed.training_plan_id
  from changed
  where entry.club_member_id = changed.id and (
    entry.member_status_id, entry.has_mandate, entry.member_since, entry.marketing_source_id, entry.category_id,
    entry.training_plan_id
  ) is distinct from (
    changed.member_status_id, coalesce(changed.payment_method_id = 186, false), changed.member_since,
    changed.marketing_source_id, changed.category_id, changed.training_plan_id
  );
  return null;
end $$;
create trigger directory_membership after update on club_member
  referencing old table as before_change new table as changed
  for each statement execute function directory_membership();

create function directory_person() returns trigger language plpgsql as $$
begin
  update directory_entry entry set dob = fresh.dob, birthday = fresh.birthday
  from (
    select member.id as member_id, changed.dob,
      (extract(month from changed.dob) * 100 + extract(day from changed.dob))::smallint as birthday
    from changed join member on member.person_id = changed.id
  ) fresh
  where entry.member_id = fresh.member_id and entry.dob is distinct from fresh.dob;
  update directory_text entry set
    last_name = fresh.last_name, first_name = fresh.first_name, email = fresh.email, phone = fresh.phone
  from directory_text_source fresh
  where entry.club_member_id = fresh.club_member_id
    and fresh.club_member_id in (
      select club_member.id from changed
      join member on member.person_id = changed.id
      join club_member on club_member.member_id = member.id
    )
    and (entry.last_name, entry.first_name, entry.email, entry.phone)
      is distinct from (fresh.last_name, fresh.first_name, fresh.email, fresh.phone);
  return null;
end $$;
create trigger directory_person after update on person
  referencing new table as changed for each statement execute function directory_person();

-- A member's code; and the person, where two records become one.
create function directory_member() returns trigger language plpgsql as $$
declare
  others bigint[] := array(
    select club_member.id from changed
    join before_change using (id)
    join club_member on club_member.member_id = changed.id
    where (changed.code, changed.person_id) <> (before_change.code, before_change.person_id)
  );
begin
  if others <> '{}' then
    perform refresh_directory(others);
  end if;
  return null;
end $$;
create trigger directory_member after update on member
  referencing old table as before_change new table as changed for each statement execute function directory_member();

create function refresh_last_attended(members bigint[]) returns void language plpgsql as $$
begin
  perform lock_members(members);
  update directory_entry entry set last_attended = fresh.last_attended
  from directory_source fresh
  where fresh.member_id = any(members) and entry.club_member_id = fresh.club_member_id
    and entry.last_attended is distinct from fresh.last_attended;
end $$;

create function directory_attended() returns trigger language plpgsql as $$
declare
  members bigint[];
begin
  case tg_op
    when 'INSERT' then members := array(select distinct member_id from changed where attended);
    when 'DELETE' then members := array(select distinct member_id from before_change where attended);
    else members := array(select member_id from changed union select member_id from before_change);
  end case;
  if members <> '{}' then
    perform refresh_last_attended(members);
  end if;
  return null;
end $$;
create trigger directory_attended after insert on attendance
  referencing new table as changed for each statement execute function directory_attended();
create trigger directory_attended_otherwise after update on attendance
  referencing old table as before_change new table as changed for each statement execute function directory_attended();
create trigger directory_not_attended after delete on attendance
  referencing old table as before_change for each statement execute function directory_attended();

create function directory_studies() returns trigger language plpgsql as $$
declare
  members bigint[];
begin
  case tg_op
    when 'INSERT' then members := array(select distinct member_id from changed);
    when 'DELETE' then members := array(select distinct member_id from before_change);
    else members := array(select member_id from changed union select member_id from before_change);
  end case;
  perform lock_members(members);
  update directory_entry entry set
    has_more_disciplines = fresh.has_more_disciplines, discipline_id = fresh.discipline_id, grade_id = fresh.grade_id
  from directory_source fresh
  where fresh.member_id = any(members) and entry.club_member_id = fresh.club_member_id
    and (entry.has_more_disciplines, entry.discipline_id, entry.grade_id)
      is distinct from (fresh.has_more_disciplines, fresh.discipline_id, fresh.grade_id);
  return null;
end $$;
create trigger directory_studies after insert on member_discipline
  referencing new table as changed for each statement execute function directory_studies();
create trigger directory_studies_otherwise after update on member_discipline
  referencing old table as before_change new table as changed for each statement execute function directory_studies();
create trigger directory_not_studies after delete on member_discipline
  referencing old table as before_change for each statement execute function directory_studies();

create function refresh_debt(members bigint[]) returns void language plpgsql as $$
begin
  perform lock_members(members);
  update directory_entry entry set debt_pence = fresh.debt_pence, debt_grows_after = fresh.debt_grows_after
  from directory_source fresh
  where fresh.member_id = any(members) and entry.club_member_id = fresh.club_member_id
    and (entry.debt_pence, entry.debt_grows_after) is distinct from (fresh.debt_pence, fresh.debt_grows_after);
end $$;

create function directory_money() returns trigger language plpgsql as $$
begin
  perform refresh_debt(array(select distinct member_id from changed));
  return null;
end $$;
create trigger directory_charge after insert on charge
  referencing new table as changed for each statement execute function directory_money();
create trigger directory_allocation after insert on allocation
  referencing new table as changed for each statement execute function directory_money();

-- A new day in a club: what fell due yesterday is overdue from now on.
create function begin_directory_day(of_club bigint, today date) returns void language plpgsql as $$
declare
  before date := (select day from directory_day where club_id = of_club);
begin
  insert into directory_day values (of_club, today) on conflict (club_id) do update set day = excluded.day;
  -- The first day of a club may be before that of the database's clock, which was taken until now.
  perform refresh_debt(array(
    select member_id from directory_entry
    where club_id = of_club and (debt_grows_after < today or (before is null or today < before) and debt_pence > 0)
  ));
end $$;
create index directory_entry_debt_grows on directory_entry (club_id, debt_grows_after) where debt_grows_after is not null;

-- A list of members as somebody likes to see it: theirs alone.
create table directory_view (
  account_id bigint not null references account on delete cascade,
  name citext not null check (char_length(name::text) between 1 and 100),
  -- As they stand in the address of the list; filter and sort in the grammar of grid queries.
  filter text not null default '' check (char_length(filter) <= 20000),
  sort text not null default '' check (char_length(sort) <= 2000),
  columns text[] not null default '{}' check (cardinality(columns) <= 50),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (account_id, name)
);
create unique index directory_view_default on directory_view (account_id) where is_default;
