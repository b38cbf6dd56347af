-- A task is read by everyone in the club, and a note on somebody's health by some of them.
update task set subject = 'Look at a note', version = task.version + 1
from member_note note
where note.id = task.note_id and note.category_id = 1302 and task.subject <> 'Look at a note';
