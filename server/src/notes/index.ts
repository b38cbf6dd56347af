import * as readers from '@honbu/contract/note-readers.ts'
import * as notes from '@honbu/contract/notes.ts'
import { serve } from '../platform/route.ts'
import { getNoteReaders } from './mentions.ts'
import { getNoteCategories, getNotes } from './read-notes.ts'
import { getNoteRecipients } from './recipients.ts'
import { deleteNote, saveNote } from './save-note.ts'

const calls = { ...notes, ...readers }

export const serveNotes = serve(calls, {
  getNoteCategories,
  getNotes,
  getNoteRecipients,
  getNoteReaders,
  saveNote,
  deleteNote,
})

export { sendNoteSmsJobs } from './note-sms.ts'
export { recipientsOf } from './recipients.ts'
export { saveNote } from './save-note.ts'
