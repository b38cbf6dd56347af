import * as form from '@honbu/contract/class-form.ts'
import { serve } from '../platform/route.ts'
import { deleteClass } from './delete-class.ts'
import { endClass } from './end-class.ts'
import { getClassChoices } from './get-class-choices.ts'
import { saveClass } from './save-class.ts'
import { getClassDisciplines, saveClassDisciplines } from './save-class-disciplines.ts'
import { saveClassTimetable } from './save-class-timetable.ts'
import { saveCover } from './save-cover.ts'

/** What a class is and when it runs: its form, its week, who covers. */
export const serveTimetable = serve(form, {
  saveClass,
  getClassDisciplines,
  saveClassDisciplines,
  saveClassTimetable,
  endClass,
  deleteClass,
  saveCover,
  getClassChoices,
})

export { changeDays } from './stranded.ts'
