-- What is to be done, and what was done.

-- Something a person should do. No assignee: anyone of the club.
create table task (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  member_id bigint,
  account_id bigint references account,
  kind text not null,
  subject text not null,
  due_on date not null,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (club_id, root_club_id) references club (id, root_club_id),
  foreign key (member_id, root_club_id) references member (id, root_club_id)
);
create index task_open_account on task (account_id, due_on) where completed_at is null;
create index task_club on task (club_id) where completed_at is null;
create index task_member on task (member_id);

-- Who did what to whom: one row a write at least, never changed.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  account_id bigint references account,
  action text not null,
  club_id bigint references club,
  member_id bigint references member,
  subject text,
  subject_id bigint,
  before jsonb,
  after jsonb
);
create index audit_club on audit (club_id, id desc);
create index audit_member on audit (member_id, id desc);
create index audit_account on audit (account_id, id desc);
create trigger audit_append_only before update or delete on audit for each row execute function append_only();
