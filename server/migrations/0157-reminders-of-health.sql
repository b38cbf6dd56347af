-- A task is read by everyone in the club, and a note on somebody's health by some of them.
update task set subject = 'Look at a note', version = task.version + 1
from member_note note
where note.id = task.note_id and note.category_id = 1302 and task.subject <> 'Look at a note';

-- So is the history of a club. It keeps who wrote the note and when.
update audit set before = null, after = null
from member_note note
where audit.subject = 'member_note' and note.id = audit.subject_id and note.category_id = 1302
  and (audit.before is not null or audit.after is not null);
