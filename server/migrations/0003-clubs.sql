-- Clubs, who runs them, where, and what is taught there.

create table club (
  id bigint generated always as identity primary key,
  -- The top of the tree the club is in; itself for a root. Set by the trigger below.
  root_club_id bigint not null,
  parent_club_id bigint,
  code text not null check (char_length(code) between 1 and 20),
  name text not null check (char_length(name) between 1 and 200),
  club_type_id integer not null default 0 references lookup,
  date_opened date,
  owner_id bigint references person,
  admin_id bigint references person,
  instructor_id bigint references person,
  logo_url text,
  email citext,
  phone text,
  address_line text,
  town text,
  postcode text,
  grid_east double precision not null default 0,
  grid_north double precision not null default 0,
  longitude double precision not null default 0,
  latitude double precision not null default 0,
  time_zone text not null default 'Europe/London',
  terms_required boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (id, root_club_id),
  unique (root_club_id, code),
  check (parent_club_id <> id),
  check ((parent_club_id is null) = (root_club_id = id)),
  foreign key (parent_club_id, root_club_id) references club (id, root_club_id)
);
create index club_parent on club (parent_club_id);
create index club_owner on club (owner_id);
create index club_admin on club (admin_id);
create index club_instructor on club (instructor_id);

create function club_set_root() returns trigger language plpgsql as $$
begin
  new.root_club_id := coalesce((select root_club_id from club where id = new.parent_club_id), new.id);
  return new;
end $$;
create trigger club_set_root before insert on club for each row execute function club_set_root();

-- An account working in a club.
create table club_user (
  id bigint generated always as identity primary key,
  club_id bigint not null references club,
  account_id bigint not null references account,
  user_since date not null,
  user_until date check (user_until >= user_since),
  is_admin boolean not null default false,
  date_added timestamptz not null default now(),
  unique (club_id, account_id)
);
create index club_user_account on club_user (account_id);

create table club_user_role (
  club_user_id bigint not null references club_user on delete cascade,
  role_id integer not null references lookup,
  primary key (club_user_id, role_id)
);

create table location (
  id bigint generated always as identity primary key,
  club_id bigint not null references club,
  name text not null check (char_length(name) between 1 and 200),
  is_room boolean not null default true,
  capacity integer check (capacity > 0),
  address_line text,
  postcode text,
  unique (id, club_id),
  unique (club_id, name)
);

-- A discipline belongs to a club and may be used by every club of the tree.
create table discipline (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  name text not null check (char_length(name) between 1 and 200),
  colour text not null default '#30508f' check (colour ~ '^#[0-9a-f]{6}$'),
  unique (id, root_club_id),
  unique (club_id, name),
  foreign key (club_id, root_club_id) references club (id, root_club_id)
);

create table member_category (
  id bigint generated always as identity (start with 10000) primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  name text not null check (char_length(name) between 1 and 200),
  min_age integer check (min_age >= 0),
  max_age integer check (max_age >= min_age),
  unique (id, root_club_id),
  unique (club_id, name),
  foreign key (club_id, root_club_id) references club (id, root_club_id)
);

-- minimum_attendance and minimum_months are what it takes to reach this grade.
create table grade (
  id bigint generated always as identity primary key,
  discipline_id bigint not null,
  root_club_id bigint not null,
  category_id bigint,
  name text not null check (char_length(name) between 1 and 200),
  position integer not null,
  colour text not null default '#ffffff' check (colour ~ '^#[0-9a-f]{6}$'),
  colour_two text check (colour_two ~ '^#[0-9a-f]{6}$'),
  stripe text check (stripe ~ '^#[0-9a-f]{6}$'),
  minimum_attendance integer not null default 0 check (minimum_attendance >= 0),
  minimum_months integer not null default 0 check (minimum_months >= 0),
  unique (id, discipline_id),
  unique (id, root_club_id),
  unique (discipline_id, name),
  constraint grade_position unique (discipline_id, position) deferrable initially deferred,
  foreign key (discipline_id, root_club_id) references discipline (id, root_club_id),
  foreign key (category_id, root_club_id) references member_category (id, root_club_id)
);
create index grade_category on grade (category_id);

create table training_plan (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  name text not null check (char_length(name) between 1 and 200),
  classes_per_week integer check (classes_per_week > 0),
  classes_per_month integer check (classes_per_month > 0),
  unique (id, root_club_id),
  unique (club_id, name),
  foreign key (club_id, root_club_id) references club (id, root_club_id)
);

create table training_plan_price (
  training_plan_id bigint not null references training_plan on delete cascade,
  sub_frequency_id integer not null references lookup,
  price_pence integer not null check (price_pence >= 0),
  primary key (training_plan_id, sub_frequency_id)
);

-- Processes cache what an account may touch; this tells them when to forget it.
create function access_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_changed', '');
  return null;
end $$;
create trigger club_access_changed after insert or delete or update of parent_club_id, owner_id, admin_id, instructor_id
  on club for each statement execute function access_changed();
create trigger club_user_access_changed after insert or update or delete
  on club_user for each statement execute function access_changed();
create trigger account_access_changed after delete or update of tokens_valid_from, email, person_id
  on account for each statement execute function access_changed();
