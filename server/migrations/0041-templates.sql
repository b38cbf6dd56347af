-- What messages are written from: templates, the layouts they stand in, and the images that are shown in either.
-- Templates and layouts of a club are used in the clubs below it too.

create table message_layout (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  name citext not null check (char_length(name::text) between 1 and 100),
  description text not null default '' check (char_length(description) <= 500),
  -- The last day on which it is used.
  expiry_date date,
  -- HTML of the editor with merge fields, as it was written.
  header text not null default '' check (char_length(header) <= 100000),
  footer text not null default '' check (char_length(footer) <= 100000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (id, root_club_id),
  unique (club_id, name),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);

create table message_template (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  name citext not null check (char_length(name::text) between 1 and 100),
  description text not null default '' check (char_length(description) <= 500),
  channel text not null check (channel in ('email', 'sms')),
  subject text not null default '' check (char_length(subject) <= 200),
  -- Of an e-mail HTML of the editor, of a text message its text; both with merge fields.
  body text not null check (char_length(body) <= 200000),
  expiry_date date,
  layout_id bigint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint message_template_email check (channel = 'email' or (subject = '' and layout_id is null)),
  unique (id, root_club_id),
  unique (club_id, name),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (layout_id, root_club_id) references message_layout (id, root_club_id) deferrable initially immediate
);
create index message_layout_club on message_layout (club_id, root_club_id);
create index message_template_club on message_template (club_id, root_club_id);
create index message_template_layout on message_template (layout_id, root_club_id);

-- An image that may stand in messages of the club and those below it. Never deleted: it is shown in letters that were sent.
create table message_image (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  key text not null unique check (char_length(key) <= 200),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  account_id bigint references account,
  created_at timestamptz not null,
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);
create index message_image_club on message_image (club_id, root_club_id);
create index message_image_account on message_image (account_id);

-- What messages say of a club beside its details. A club has what the nearest club above it says where it says nothing.
create table message_setting (
  club_id bigint primary key,
  root_club_id bigint not null,
  -- What a segment of a text message costs.
  sms_segment_pence integer check (sms_segment_pence between 0 and 100),
  website text not null default '' check (char_length(website) <= 500),
  -- Where members say how they find it.
  review_url text not null default '' check (char_length(review_url) <= 500),
  version integer not null default 1,
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);
create index message_setting_club on message_setting (club_id, root_club_id);

-- Text messages that somebody sends to himself to see how they look; forgotten when they are sent.
create table test_sms (
  id bigint generated always as identity primary key,
  account_id bigint not null references account,
  to_number text not null check (char_length(to_number) between 1 and 20),
  text text not null check (char_length(text) between 1 and 2000),
  created_at timestamptz not null
);
create index test_sms_account on test_sms (account_id);
