-- Many tasks from one cause, such as one register, are one line of a list.

alter table task
  -- Names what the task shares with others of its kind, such as 'Juniors, Monday 4 May'. Null: it's listed on its own.
  add column event text check (char_length(event) between 1 and 200);
