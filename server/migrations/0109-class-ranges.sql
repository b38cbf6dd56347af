-- For whom a class is: ages in whole years, and grades of its primary discipline. Null: no limit on that side.
alter table class
  add column min_age smallint check (min_age between 0 and 120),
  add column max_age smallint check (max_age between 0 and 120),
  add column min_grade_id bigint references grade on delete set null,
  add column max_grade_id bigint references grade on delete set null,
  add constraint class_ages check (max_age >= min_age);
create index class_min_grade on class (min_grade_id) where min_grade_id is not null;
create index class_max_grade on class (max_grade_id) where max_grade_id is not null;
