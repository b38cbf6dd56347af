import * as form from '@honbu/contract/class-form.ts'
import * as sessions from '@honbu/contract/sessions.ts'
import type { FastifyInstance } from 'fastify'
import { type Platform, serve } from '../platform/route.ts'
import { deleteClass } from './delete-class.ts'
import { endClass } from './end-class.ts'
import { getClassChoices } from './get-class-choices.ts'
import { getSession } from './get-session.ts'
import { saveClass } from './save-class.ts'
import { getClassDisciplines, saveClassDisciplines } from './save-class-disciplines.ts'
import { saveClassTimetable } from './save-class-timetable.ts'
import { saveCover } from './save-cover.ts'
import { addSession, cancelSession, moveSession, restoreSession } from './sessions.ts'

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

/** What a class is and when it runs: its form, its week, single sessions, who covers. */
export function serveTimetable(app: FastifyInstance, platform: Platform): void {
  serveForm(app, platform)
  serveSessions(app, platform)
}

export { changeDays } from './change-days.ts'
export { tellChangedSessions } from './tell-sessions.ts'
