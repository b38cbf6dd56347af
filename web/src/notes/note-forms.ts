/** What notes are written with: loaded once the tab stands. */
export { NoteDialog } from './NoteDialog.tsx'
export { QuickNote } from './QuickNote.tsx'
