-- What an account has typed into a form and not saved yet. It's gone when the form is saved, or after 30 days.
create table form_draft (
  id bigint generated always as identity primary key,
  club_id bigint not null,
  root_club_id bigint not null,
  account_id bigint not null references account,
  -- The member whom the form is about.
  member_id bigint,
  form text not null,
  -- The record that is edited; 0: a new one.
  record bigint not null,
  -- { values, base, version }: what is typed, what the form began with, and the version of the record then.
  draft jsonb not null,
  saved_at timestamptz not null,
  unique nulls not distinct (account_id, club_id, form, record, member_id),
  foreign key (club_id, root_club_id) references club (id, root_club_id) deferrable initially immediate,
  foreign key (member_id, root_club_id) references member (id, root_club_id) deferrable initially immediate
);
create index form_draft_club on form_draft (club_id, root_club_id);
create index form_draft_member on form_draft (member_id, root_club_id);
create index form_draft_saved on form_draft (saved_at);
