-- One change made to many memberships of a club. It can be undone for a day.
create table bulk_edit (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  account_id bigint not null references account,
  kind text not null,
  -- What was asked for, as the call takes it.
  change jsonb not null,
  -- A hash of what the preview showed: something else is never done.
  figures text not null,
  state text not null check (state in ('waiting', 'done', 'failed', 'undoing', 'undone')),
  done integer not null default 0,
  failure text not null default '',
  created_at timestamptz not null,
  undo_until timestamptz,
  unique (id, club_id),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate
);
create index bulk_edit_club on bulk_edit (club_id, root_club_id, created_at);
create index bulk_edit_account on bulk_edit (account_id);

create table bulk_edit_member (
  id bigint generated always as identity primary key,
  bulk_edit_id bigint not null,
  club_id bigint not null,
  member_id bigint not null references member on delete cascade,
  outcome text not null check (outcome in ('waiting', 'changed', 'leftOut', 'undone', 'kept')),
  -- Why they were left out, or why it could not be undone.
  why text not null default '',
  foreign key (bulk_edit_id, club_id) references bulk_edit (id, club_id) on delete cascade deferrable initially immediate
);
create index bulk_edit_member_edit on bulk_edit_member (bulk_edit_id, club_id);
create index bulk_edit_member_member on bulk_edit_member (member_id);

-- The rows that it changed, as they were and as it left them; null: there was none, or there is none.
create table bulk_edit_row (
  id bigint generated always as identity primary key,
  bulk_edit_id bigint not null,
  club_id bigint not null,
  member_id bigint not null references member on delete cascade,
  table_name text not null,
  before jsonb,
  after jsonb,
  foreign key (bulk_edit_id, club_id) references bulk_edit (id, club_id) on delete cascade deferrable initially immediate
);
create index bulk_edit_row_edit on bulk_edit_row (bulk_edit_id, club_id);
create index bulk_edit_row_member on bulk_edit_row (member_id);
