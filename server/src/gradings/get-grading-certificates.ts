import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/gradings.ts'
import sharp from 'sharp'
import { beltSql } from '../platform/belt-sql.ts'
import type { Db } from '../platform/database.ts'
import { isPrintable } from '../platform/pdf-runs.ts'
import { Refused } from '../platform/refused.ts'
import type { Read } from '../platform/route.ts'
import type { Files } from '../platform/storage.ts'
import { certificatePdf } from './certificates/certificate-pdf.ts'

export async function getGradingCertificates(
  { db, files }: Read,
  { classId, classDate, memberId }: Input<typeof call.getGradingCertificates>,
) {
  const { logoUrl, familyNameFirst, ...issuer } = await issuerOf(db, classId)
  const passed = await passedAt(db, { classId, classDate, memberId, familyNameFirst })
  if (passed.length === 0) {
    const message = 'Nobody has passed this grading yet.'
    throw new Refused(400, message, { [memberId === undefined ? 'classDate' : 'memberId']: [message] })
  }
  const pdf = await certificatePdf(passed, { ...issuer, logo: await readLogo(files, logoUrl) })
  const words = passed.flatMap(({ name, gradeName, disciplineName }) => [name, gradeName, disciplineName])
  const printed = new Set([...words, issuer.clubName, ...issuer.instructors])
  return {
    fileName: `certificates-${classDate}${memberId === undefined ? '' : `-${memberId}`}.pdf`,
    contentType: 'application/pdf' as const,
    base64: pdf.toString('base64'),
    notPrintable: [...printed].filter(text => !isPrintable(text)),
  }
}

interface Asked {
  readonly classId: number
  readonly classDate: string
  readonly memberId: number | undefined
  readonly familyNameFirst: boolean
}

async function passedAt(db: Db, { classId, classDate, memberId, familyNameFirst }: Asked) {
  const rows = await db
    .selectFrom('grading_result as result')
    .innerJoin('member', 'member.id', 'result.member_id')
    .innerJoin('person', 'person.id', 'member.person_id')
    .innerJoin('grade', 'grade.id', 'result.grade_id')
    .innerJoin('discipline', 'discipline.id', 'result.discipline_id')
    .select(['person.first_name', 'person.last_name', beltSql('grade').$notNull().as('belt')])
    .select(['discipline.name as discipline', 'result.graded_on'])
    .where('result.class_id', '=', classId)
    .where('result.graded_on', '=', classDate)
    .where('result.passed', '=', true)
    .$if(memberId !== undefined, query => query.where('result.member_id', '=', memberId ?? 0))
    .orderBy('discipline.name')
    .orderBy('grade.position')
    .orderBy('person.last_name')
    .orderBy('person.first_name')
    .orderBy('result.id')
    .execute()
  return rows.map(row => ({
    name: fullName(row, familyNameFirst),
    gradeName: row.belt.gradeName,
    belt: row.belt,
    disciplineName: row.discipline,
    gradedOn: row.graded_on,
  }))
}

const fullName = (person: { first_name: string; last_name: string }, familyNameFirst: boolean) =>
  (familyNameFirst ? [person.last_name, person.first_name] : [person.first_name, person.last_name]).join(' ').trim()

async function issuerOf(db: Db, classId: number) {
  const club = await db
    .selectFrom('class')
    .innerJoin('club', 'club.id', 'class.club_id')
    .select(['club.name as clubName', 'club.logo_url as logoUrl', 'club.family_name_first as familyNameFirst'])
    .where('class.id', '=', classId)
    .executeTakeFirstOrThrow()
  const instructors = await db
    .selectFrom('class_instructor')
    .innerJoin('person', 'person.id', 'class_instructor.person_id')
    .select(['first_name', 'last_name'])
    .where('class_id', '=', classId)
    .orderBy('last_name')
    .orderBy('person.id')
    .execute()
  return { ...club, instructors: instructors.map(person => fullName(person, club.familyNameFirst)) }
}

/** As a PNG of the size it is printed in. A certificate is worth more than its logo: one that cannot be read is left out. */
async function readLogo(files: Files, logoUrl: string | null): Promise<Buffer | null> {
  const key = /^\/files\/(.+)$/.exec(logoUrl ?? '')?.[1]
  if (key === undefined) return null
  try {
    const stored = await files.get(key)
    return stored && (await sharp(stored.bytes).resize(480, 480, { fit: 'inside' }).png().toBuffer())
  } catch {
    return null
  }
}
