import * as notes from '@honbu/contract/notes.ts'
import { serve } from '../platform/route.ts'
import { getNoteCategories, getNotes } from './read-notes.ts'
import { getNoteRecipients } from './recipients.ts'
import { deleteNote, saveNote } from './save-note.ts'

export const serveNotes = serve(notes, { getNoteCategories, getNotes, getNoteRecipients, saveNote, deleteNote })

export { sendNoteSmsJobs } from './note-sms.ts'
export { recipientsOf } from './recipients.ts'
export { saveNote } from './save-note.ts'
