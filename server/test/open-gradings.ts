import { classType } from '@honbu/contract/ids.ts'
import { expect } from 'vitest'
import type { Database } from '../src/platform/database.ts'
import { testApp, testToday } from './app.ts'
import { attend, createClass } from './factories/classes.ts'
import { createDiscipline, study } from './factories/disciplines.ts'
import { createAccount, createClub, createMember } from './factories/people.ts'

/** What the tests of gradings have in common: a club that grades, and its candidates. */
export async function openGradings(database: Database) {
  const { db } = database
  const { as, files } = await testApp(database)

  /** A head office that teaches White, Yellow, Green, Blue (each 10 classes and 3 months), and a club of it that grades. */
  async function aGrading() {
    const head = await createClub(db)
    const club = await createClub(db, { parentClubId: head.id })
    const coach = await createAccount(db, { clubId: club.id })
    const discipline = await createDiscipline(db, { clubId: head.id, grades: ['White', 'Yellow', 'Green', 'Blue'] })
    const disciplineId = discipline.id
    const [white = 0, yellow = 0, green = 0, blue = 0] = discipline.gradeIds
    const lessons = await createClass(db, { clubId: club.id, disciplineId, weekdays: [1, 2, 3, 4, 5] })
    const klass = await createClass(db, { clubId: club.id, disciplineId, classTypeId: classType.grading })
    const me = as(coach.sub)

    const list = async (classDate = testToday) => {
      const { status, body } = await me.get(`/api/club/GetGradingCandidates/${klass.id}?classDate=${classDate}`)
      expect(status, body.message).toBe(200)
      return body
    }
    /** A candidate of the club since January, with as many classes since then. */
    const candidate = async ({ classes = 10, gradeId = white, ...member }: CandidateInput = {}) => {
      const { id } = await createMember(db, { clubId: club.id, ...member })
      await study(db, { memberId: id, disciplineId, gradeId, lastGrading: '2026-01-05' })
      await db.updateTable('club_member').set({ is_grading_candidate: true }).where('member_id', '=', id).execute()
      for (let day = 0; day < classes; day++)
        await attend(db, { classId: lessons.id, memberId: id, date: `2026-02-${String(day + 1).padStart(2, '0')}` })
      return id
    }
    const entry = (memberId: number, rest: object = {}) => ({
      memberId,
      disciplineId,
      passed: true,
      gradeId: yellow,
      ...rest,
    })
    const save = (results: object[], sub = coach.sub) =>
      as(sub).post(`/api/club/SaveGradingResults/${klass.id}`, { classDate: testToday, results })
    const now = async (memberId: number) => {
      const state = await db
        .selectFrom('club_member')
        .leftJoin('member_discipline', 'member_discipline.member_id', 'club_member.member_id')
        .leftJoin('attendance', join =>
          join.onRef('attendance.member_id', '=', 'club_member.member_id').on('attendance.class_id', '=', klass.id),
        )
        .select(['current_grade_id as gradeId', 'last_grading as lastGrading', 'attended'])
        .select('is_grading_candidate as isCandidate')
        .where('club_member.member_id', '=', memberId)
        .executeTakeFirstOrThrow()
      const results = await db.selectFrom('grading_result').selectAll().where('member_id', '=', memberId).execute()
      return { ...state, results: results.length }
    }
    const takeBack = (id: number) => me.post(`/api/member/DeleteGradingResult/${id}`)
    return {
      ...{ head, club, coach, me, klass, lessons, disciplineId, white, yellow, green, blue },
      ...{ list, candidate, entry, save, now, takeBack },
    }
  }

  return { as, files, aGrading }
}

interface CandidateInput {
  classes?: number
  gradeId?: number
  firstName?: string
  lastName?: string
  dob?: string
}
