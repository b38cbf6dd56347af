-- What of a membership decides about other facts of it: who has lapsed has no plan, and an age has its category. The list
-- sorted by the one and filtered by the other would walk along thousands of whom none fits, and then read all. These say
-- beforehand whether anybody does, and which (server/src/directory/sorting.ts).

drop index directory_entry_discipline;
create index directory_entry_discipline on directory_entry (discipline_id, member_status_id);
create index directory_entry_grade on directory_entry (grade_id, member_status_id);
create index directory_entry_plan_status on directory_entry (training_plan_id, member_status_id);
create index directory_entry_plan_category on directory_entry (training_plan_id, category_id);
create index directory_entry_mandate_status on directory_entry (has_mandate, member_status_id);
-- In dob alone it would be the smallest with a category, and be taken to fetch ten thousand of one from all over the table.
create index directory_entry_category_dob on directory_entry (category_id, dob, club_member_id);
