-- Notes that remind and are sent, tasks that make and close themselves, and lists that a club inherits from those above.

alter table member_note
  add constraint member_note_id_club unique (id, club_id);

-- To whom a note went, over what, and what became of it.
create table note_message (
  id bigint generated always as identity primary key,
  note_id bigint not null,
  club_id bigint not null,
  channel text not null check (channel in ('sms', 'email')),
  -- The member, or the guardian of a minor.
  to_name text not null check (char_length(to_name) <= 500),
  to_address text not null check (char_length(to_address) between 1 and 320),
  -- The note as it was when it was sent.
  text text not null check (char_length(text) <= 11000),
  -- Of an e-mail nothing more is known than that it was handed over. A text message is 'sending' while that happens.
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed')),
  failure text not null default '',
  account_id bigint references account,
  created_at timestamptz not null,
  sent_at timestamptz check ((sent_at is null) = (state <> 'sent')),
  foreign key (note_id, club_id) references member_note (id, club_id) on delete cascade
);
create index note_message_note on note_message (note_id, club_id);
create index note_message_club on note_message (club_id);
create index note_message_account on note_message (account_id);

alter table task
  -- What made it, such as 'absent since an attendance': one task at most, ever. Null: a person made it.
  add column cause text check (char_length(cause) between 1 and 200),
  add column details text not null default '' check (char_length(details) <= 4000),
  add column note_id bigint,
  add column created_by bigint references account,
  -- Null and completed: the reason was gone, and closed_because says why.
  add column completed_by bigint references account,
  add column closed_because text not null default '' check (char_length(closed_because) <= 200),
  add column version integer not null default 1,
  add constraint task_once unique (kind, cause),
  add constraint task_one_of_note unique (note_id),
  add constraint task_kind check (char_length(kind) between 1 and 40),
  add constraint task_subject check (char_length(subject) between 1 and 500),
  add constraint task_completed check (completed_at is not null or (completed_by is null and closed_because = '')),
  add foreign key (note_id, club_id) references member_note (id, club_id) on delete cascade;
create index task_note on task (note_id, club_id);
create index task_created_by on task (created_by);
create index task_completed_by on task (completed_by);
create index task_club_all on task (club_id, root_club_id);
-- The list in its order: of one's own, and of what anybody may take.
create index task_open_anyone on task (club_id, due_on) where completed_at is null and account_id is null;

-- The last day for which a club's tasks have been made.
create table task_day (
  club_id bigint primary key references club on delete cascade,
  day date not null
);

alter table member_category
  add column position integer not null default 0,
  add column version integer not null default 1;
update member_category set position = placed.place
from (select id, row_number() over (partition by club_id order by min_age nulls first, name, id) as place
  from member_category) as placed
where placed.id = member_category.id;

-- A club uses the reasons of the clubs above it, and adds its own: those that were begun alike everywhere are one now.
alter table not_interested_reason
  -- Set by the trigger below.
  add column root_club_id bigint not null default 0,
  add column version integer not null default 1;
update not_interested_reason set root_club_id = club.root_club_id from club where club.id = not_interested_reason.club_id;
alter table not_interested_reason
  add constraint not_interested_reason_tree unique (id, root_club_id),
  drop constraint not_interested_reason_club_id_fkey,
  add constraint not_interested_reason_club_id_fkey foreign key (club_id, root_club_id) references club (id, root_club_id)
    on delete cascade deferrable initially immediate;
create index not_interested_reason_root on not_interested_reason (root_club_id);

create function set_root_of_club() returns trigger language plpgsql as $$
begin
  new.root_club_id := coalesce((select root_club_id from club where id = new.club_id), 0);
  return new;
end $$;
create trigger not_interested_reason_set_root before insert on not_interested_reason
  for each row execute function set_root_of_club();

-- Set by the trigger below.
alter table member_status_change add column root_club_id bigint not null default 0;
update member_status_change set root_club_id = club.root_club_id from club where club.id = member_status_change.club_id;
create trigger member_status_change_set_root before insert on member_status_change
  for each row execute function set_root_of_club();

do $$
declare
  old text;
begin
  select conname into strict old from pg_constraint
  where conrelid = 'member_status_change'::regclass and confrelid = 'not_interested_reason'::regclass;
  execute format('alter table member_status_change drop constraint %I', old);
end $$;
alter table member_status_change
  add constraint member_status_change_reason_fkey foreign key (not_interested_reason_id, root_club_id)
    references not_interested_reason (id, root_club_id) deferrable initially immediate;

with recursive above (club_id, ancestor_id, distance) as (
  select id, parent_club_id, 1 from club where parent_club_id is not null
  union all
  select above.club_id, club.parent_club_id, above.distance + 1
  from above join club on club.id = above.ancestor_id where club.parent_club_id is not null
), same as (
  select distinct on (own.id) own.id, higher.id as kept_id
  from not_interested_reason own
  join above on above.club_id = own.club_id
  join not_interested_reason higher on higher.club_id = above.ancestor_id and lower(higher.name) = lower(own.name)
  order by own.id, above.distance desc
)
update member_status_change set not_interested_reason_id = same.kept_id
from same where same.id = member_status_change.not_interested_reason_id;

with recursive above (club_id, ancestor_id) as (
  select id, parent_club_id from club where parent_club_id is not null
  union all
  select above.club_id, club.parent_club_id
  from above join club on club.id = above.ancestor_id where club.parent_club_id is not null
)
delete from not_interested_reason own using above, not_interested_reason higher
where above.club_id = own.club_id and higher.club_id = above.ancestor_id and lower(higher.name) = lower(own.name);

-- A club at the top begins with the usual ones; those below it use them.
create or replace function begin_not_interested_reasons() returns trigger language plpgsql as $$
begin
  if new.parent_club_id is null then
    insert into not_interested_reason (club_id, name, position)
    select new.id, usual.name, usual.position from (values
      ('Too expensive', 1), ('Times do not suit', 2), ('Too far', 3), ('Chose another club', 4),
      ('Child did not like it', 5), ('Injury or health', 6), ('Never came', 7), ('Other', 8)
    ) as usual (name, position);
  end if;
  return null;
end $$;
