-- Tasks reach the people they are given to, by email or text message, at once or each morning, as each of them chooses.

-- How an account hears of its tasks. No row: as the defaults say.
create table task_notice (
  account_id bigint primary key references account on delete cascade,
  channel text not null default 'email' check (channel in ('email', 'sms')),
  timing text not null default 'daily' check (timing in ('immediately', 'daily', 'never')),
  -- Also, each morning, of tasks that are for no one in particular.
  has_unassigned boolean not null default false,
  -- The last morning on which we looked whether there was anything to say.
  told_on date
);

-- Tasks that someone else, or the system, has given to an account that hasn't been told yet: gone once it has.
create table task_news (
  task_id bigint not null references task on delete cascade,
  account_id bigint not null references account on delete cascade,
  -- Null: the system.
  given_by bigint references account on delete set null,
  primary key (account_id, task_id)
);
create index task_news_task on task_news (task_id);
create index task_news_given_by on task_news (given_by);

-- Text messages about tasks that have not left yet: gone once they have.
create table task_text (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  text text not null check (char_length(text) between 1 and 1600),
  -- Whose clock says when it is night.
  time_zone text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending')),
  created_at timestamptz not null
);
create index task_text_account on task_text (account_id);
