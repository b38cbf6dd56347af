import { getDetails, getMessages, getTimeline } from '@honbu/contract/member-view.ts'
import { getPinnedNotes } from '@honbu/contract/members.ts'
import { getSidebarConfig } from '@honbu/contract/my-clubs.ts'
import { getNotes } from '@honbu/contract/notes.ts'
import { getTasks } from '@honbu/contract/tasks.ts'

/** What shows notes, and the tasks that remind of them. */
export const noteReads = [getNotes, getPinnedNotes, getDetails, getTimeline, getMessages, getTasks, getSidebarConfig]
