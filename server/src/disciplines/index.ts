import * as disciplines from '@honbu/contract/disciplines.ts'
import { serve } from '../platform/route.ts'
import { deleteDiscipline } from './delete-discipline.ts'
import { deleteGrade } from './delete-grade.ts'
import { getDiscipline, getDisciplines } from './get-disciplines.ts'
import { getDisciplineGrades } from './get-grades.ts'
import { moveGrade } from './move-grade.ts'
import { saveDiscipline } from './save-discipline.ts'
import { saveGrade } from './save-grade.ts'

export const serveDisciplines = serve(disciplines, {
  getDisciplines,
  getDiscipline,
  saveDiscipline,
  deleteDiscipline,
  getDisciplineGrades,
  saveGrade,
  deleteGrade,
  moveGrade,
})
