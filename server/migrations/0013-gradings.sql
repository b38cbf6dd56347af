-- What the result of a grading changes, so that it can be taken back, and the size of belt to hand over.

alter table member
  add column belt_size text not null default '' check (char_length(belt_size) <= 20);

alter table grading_result
  -- Why someone was graded who was not ready, or skipped a grade.
  add column reason text not null default '' check (char_length(reason) <= 500),
  add column note text not null default '' check (char_length(note) <= 500),
  -- How far he was on that day: "18 of 24 classes, 2 of 3 months", and the bits of gradingRequirementFlags.
  add column progress text not null default '',
  add column requirement_flags integer check (requirement_flags between 0 and 3),
  -- What was before, for taking it back. The mark in the register: none, or absent; null where it was present already.
  add column last_grading_before date,
  add column mark_before text check (mark_before in ('none', 'absent')),
  add column added_discipline boolean not null default false,
  -- The memberships (club_member) that were candidates until this result.
  add column candidate_before bigint[] not null default '{}',
  -- One result, however often and from however many devices it is saved.
  add constraint grading_result_once unique (class_id, graded_on, member_id, discipline_id),
  add constraint grading_result_class_club foreign key (class_id, club_id) references class (id, club_id);

-- grading_result_once begins with the class.
drop index grading_result_class;

create index club_member_candidate on club_member (club_id) where is_grading_candidate;

-- Of results that are there already, as far as it can still be known.
update grading_result set last_grading_before = (
  select max(earlier.graded_on) from grading_result earlier
  where earlier.member_id = grading_result.member_id and earlier.discipline_id = grading_result.discipline_id
    and earlier.passed and (earlier.graded_on, earlier.id) < (grading_result.graded_on, grading_result.id)
);
