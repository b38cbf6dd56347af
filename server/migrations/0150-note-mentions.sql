-- People who work in the club, named in a note with @: they get a task that leads there.

create table note_mention (
  id bigint generated always as identity primary key,
  note_id bigint not null,
  club_id bigint not null,
  account_id bigint not null references account on delete cascade,
  -- Their name as it's written in the note; it is shown as it is now.
  name text not null check (char_length(name) between 1 and 500),
  created_at timestamptz not null,
  unique (note_id, account_id),
  foreign key (note_id, club_id) references member_note (id, club_id) on delete cascade
);
create index note_mention_note on note_mention (note_id, club_id);
create index note_mention_club on note_mention (club_id);
create index note_mention_account on note_mention (account_id);

-- The column is new, so there is nothing to check in the rows that exist.
alter table task
  -- Goes with the mention, as a reminder goes with its note.
  add column mention_id bigint,
  add constraint task_mention_fkey foreign key (mention_id) references note_mention on delete cascade not valid;
-- Of the rows that exist none is in it, and a club has some thousands of tasks.
-- squawk-ignore require-concurrent-index-creation
create unique index task_mention on task (mention_id) where mention_id is not null;
