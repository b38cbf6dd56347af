-- Words that a club puts on members, and facts about them that it has thought of itself.

-- A club and all above it, itself at distance 0: what it may use of theirs.
create function club_and_above(of_club bigint) returns table (club_id bigint, distance integer)
  language sql stable parallel safe
  begin atomic
    with recursive above (club_id, parent_club_id, distance) as (
      select id, parent_club_id, 0 from club where id = of_club
      union all
      select club.id, club.parent_club_id, above.distance + 1 from club join above on club.id = above.parent_club_id
    )
    select above.club_id, above.distance from above;
  end;

-- A club and all below it.
create function club_and_below(of_club bigint) returns table (club_id bigint)
  language sql stable parallel safe
  begin atomic
    with recursive below (club_id) as (
      select id from club where id = of_club
      union all
      select club.id from club join below on club.parent_club_id = below.club_id
    )
    select below.club_id from below;
  end;

create table tag (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  name citext not null check (char_length(name::text) between 1 and 60),
  colour text not null default '#30508f' check (colour ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz not null default now(),
  unique (id, root_club_id),
  unique (club_id, name),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);

-- A tag on a member, given in a club: that club's own, or one of a club above it.
create table member_tag (
  tag_id bigint not null,
  member_id bigint not null,
  club_id bigint not null,
  root_club_id bigint not null,
  added_at timestamptz not null default now(),
  account_id bigint references account,
  primary key (tag_id, member_id),
  foreign key (tag_id, root_club_id) references tag (id, root_club_id) on delete cascade deferrable initially immediate,
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate,
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);
create index member_tag_member on member_tag (member_id);
create index member_tag_club on member_tag (club_id);
create index member_tag_account on member_tag (account_id);

-- What a club wants to know of its members beside what everybody asks: the definition, used by all clubs below it too.
create table attribute (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  name text not null check (char_length(name) between 1 and 100),
  type text not null check (type in ('text', 'number', 'date', 'yesno', 'choice')),
  choices text[] not null default '{}' check ((type = 'choice') = (cardinality(choices) > 0)),
  is_required boolean not null default false,
  position integer not null default 0,
  version integer not null default 1,
  unique (id, root_club_id),
  unique (club_id, name),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);

create table member_attribute (
  id bigint generated always as identity primary key,
  attribute_id bigint not null,
  member_id bigint not null,
  club_id bigint not null,
  root_club_id bigint not null,
  -- As it is written for its type: a number with a point, a date as YYYY-MM-DD, yes or no.
  value text not null check (char_length(value) between 1 and 1000),
  version integer not null default 1,
  unique (member_id, attribute_id),
  foreign key (attribute_id, root_club_id) references attribute (id, root_club_id) deferrable initially immediate,
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate,
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);
create index member_attribute_attribute on member_attribute (attribute_id);
create index member_attribute_club on member_attribute (club_id);

-- A list of members that somebody has asked for as a file: made by a job, kept for a day, handed out to nobody else.
create table export_file (
  key uuid primary key default gen_random_uuid(),
  account_id bigint not null references account,
  -- What was asked for: the clubs that the account could touch then, and either members or a filter.
  club_ids bigint[] not null,
  member_ids bigint[],
  filter text not null default '',
  sort text not null default '',
  columns text[] not null,
  format text not null check (format in ('csv', 'xlsx')),
  dates text not null check (dates in ('en-GB', 'iso')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  total integer,
  written integer not null default 0,
  -- The file lies in the storage in so many parts, under this folder.
  folder text not null,
  parts integer not null default 0,
  bytes bigint not null default 0,
  -- A browser that downloads sends no bearer token: for a minute this lets it, once.
  ticket_hash bytea unique,
  ticket_until timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index export_file_account on export_file (account_id, created_at desc);
create index export_file_expires on export_file (expires_at);
