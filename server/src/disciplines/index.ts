import * as disciplines from '@honbu/contract/disciplines.ts'
import * as gradeTable from '@honbu/contract/grade-table.ts'
import { serve } from '../platform/route.ts'
import { createDisciplineFrom, getDisciplinesToCopy, getLadders } from './create-discipline-from.ts'
import { deleteDiscipline } from './delete-discipline.ts'
import { deleteGrade } from './delete-grade.ts'
import { getDiscipline, getDisciplines } from './get-disciplines.ts'
import { getDisciplineGrades, getGradeTable } from './get-grades.ts'
import { moveGrade } from './move-grade.ts'
import { saveDiscipline } from './save-discipline.ts'
import { saveGrade } from './save-grade.ts'
import { saveGrades } from './save-grades.ts'

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

export const serveGradeTable = serve(gradeTable, {
  getGradeTable,
  saveGrades,
  getLadders,
  getDisciplinesToCopy,
  createDisciplineFrom,
})
