-- A belt can have bars near its end (mon grades, stripes, dans), and two colours in more than one pattern. A grade can be
-- for some ages: whole years, null for no limit on that side.
alter table grade
  add column pattern text not null default 'halves' check (pattern in ('halves', 'line', 'blocks')),
  add column bars integer not null default 0 check (bars between 0 and 10),
  add column bar_colour text check (bar_colour ~ '^#[0-9a-f]{6}$'),
  add column min_age integer check (min_age >= 0),
  add column max_age integer check (max_age between 0 and 150),
  -- An installation has thousands of grades at most: reading them under a lock takes milliseconds.
  -- squawk-ignore constraint-missing-not-valid
  add constraint grade_bar_colour check ((bars = 0) = (bar_colour is null)),
  -- Both columns are empty.
  -- squawk-ignore constraint-missing-not-valid
  add constraint grade_ages check (max_age >= min_age);

-- Counts the changes of the list of grades, for saving it as a whole.
alter table discipline add column grades_version integer not null default 1;
