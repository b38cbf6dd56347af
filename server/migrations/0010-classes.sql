-- Who teaches a class on one date in place of its own instructors; and names of closures that fit a line.

create table class_cover (
  class_id bigint not null,
  club_id bigint not null,
  class_date date not null,
  person_id bigint not null references person,
  primary key (class_id, class_date, person_id),
  foreign key (class_id, club_id) references class (id, club_id) on delete cascade
);
create index class_cover_club on class_cover (club_id, class_date);
create index class_cover_person on class_cover (person_id);

alter table club_closure add constraint club_closure_name check (char_length(name) <= 200);
