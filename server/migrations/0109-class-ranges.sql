-- For whom a class is: ages in whole years, and grades of its primary discipline. Null: no limit on that side.
alter table class
  add column min_age integer check (min_age between 0 and 120),
  add column max_age integer check (max_age between 0 and 120),
  add column min_grade_id bigint,
  add column max_grade_id bigint,
  -- An installation has thousands of classes at most: reading them under a lock takes milliseconds.
  -- squawk-ignore constraint-missing-not-valid
  add constraint class_ages check (max_age >= min_age),
  -- Both columns are empty, so that there is nothing to look up.
  -- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
  add constraint class_min_grade foreign key (min_grade_id) references grade on delete set null,
  -- As empty as the column above, so that there is nothing to look up either.
  -- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
  add constraint class_max_grade foreign key (max_grade_id) references grade on delete set null;
-- An index of no rows yet.
-- squawk-ignore require-concurrent-index-creation
create index class_of_min_grade on class (min_grade_id) where min_grade_id is not null;
-- An index of no rows yet, as the one above.
-- squawk-ignore require-concurrent-index-creation
create index class_of_max_grade on class (max_grade_id) where max_grade_id is not null;
