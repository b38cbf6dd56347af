import * as form from '@honbu/contract/class-form.ts'
import * as sessions from '@honbu/contract/sessions.ts'
import * as text from '@honbu/contract/timetable-text.ts'
import type { FastifyInstance } from 'fastify'
import { type Platform, serve } from '../platform/route.ts'
import { checkTimetable } from './check-timetable.ts'
import { createTimetable } from './create-timetable.ts'
import { deleteClass } from './delete-class.ts'
import { endClass } from './end-class.ts'
import { getClassChoices } from './get-class-choices.ts'
import { getSession } from './get-session.ts'
import { saveClass } from './save-class.ts'
import { getClassDisciplines, saveClassDisciplines } from './save-class-disciplines.ts'
import { saveClassTimetable } from './save-class-timetable.ts'
import { saveCover } from './save-cover.ts'
import { addSession, cancelSession, moveSession, restoreSession } from './sessions.ts'
import { getTimetables, undoTimetable } from './undo-timetable.ts'

const serveForm = serve(form, {
  saveClass,
  getClassDisciplines,
  saveClassDisciplines,
  saveClassTimetable,
  endClass,
  deleteClass,
  saveCover,
  getClassChoices,
})

const serveSessions = serve(sessions, { getSession, cancelSession, moveSession, addSession, restoreSession })

const serveText = serve(text, { checkTimetable, createTimetable, getTimetables, undoTimetable })

/** What a class is and when it runs: its form, its week, single sessions, who covers. */
export function serveTimetable(app: FastifyInstance, platform: Platform): void {
  serveForm(app, platform)
  serveSessions(app, platform)
  serveText(app, platform)
}

export { changeDays } from './change-days.ts'
export { tellChangedSessions } from './tell-sessions.ts'
