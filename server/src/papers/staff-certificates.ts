import { todayIn } from '@honbu/contract/calendar.ts'
import type * as call from '@honbu/contract/certificates.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { changed } from '../platform/changed.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { certificateState, warnOfExpiry } from './expiry.ts'
import { refuseDisordered } from './refuse-disordered.ts'
import { todayOf } from './signers.ts'

export async function getStaffCertificates({ db, now }: Read, { clubId }: Input<typeof call.getStaffCertificates>) {
  const { today, timeZone } = await todayOf(db, clubId, now)
  const { rows: users } = await sql<{ clubUserId: number; name: string }>`
    select club_user.id as "clubUserId", trim(first_name || ' ' || last_name) as name
    from club_user
    join account on account.id = club_user.account_id
    join person on person.id = account.person_id
    where club_user.club_id = ${clubId} and (user_until is null or user_until >= ${today})
    order by last_name, first_name, club_user.id`.execute(db)
  const certificates = await readCertificates(db, sql`club_id = ${clubId}`)
  return users.map(user => ({
    ...user,
    certificates: certificates
      .filter(({ clubUserId }) => clubUserId === user.clubUserId)
      .map(certificate => withState(certificate, todayIn(timeZone, now))),
  }))
}

interface Row {
  staffCertificateId: number
  clubUserId: number
  clubId: number
  version: number
  kind: call.StaffCertificateKind
  number: string
  issuer: string
  issuedOn: string | null
  expiresOn: string | null
  note: string
}

async function readCertificates(db: Db, where: ReturnType<typeof sql>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id as "staffCertificateId", club_user_id as "clubUserId", club_id as "clubId", version, kind, number, issuer,
      issued_on as "issuedOn", expires_on as "expiresOn", note
    from staff_certificate where ${where}
    order by array_position(array['dbs', 'firstAid', 'insurance', 'coaching', 'other'], kind), expires_on nulls last, id`.execute(
    db,
  )
  return rows
}

const withState = (row: Row, today: string) => ({ ...row, state: certificateState(row.expiresOn, today) })

export async function saveStaffCertificate(write: Write, input: Input<typeof call.saveStaffCertificate>) {
  const { tx, now, audit } = write
  const { id: clubUserId, staffCertificateId, version, ...fields } = input
  refuseDisordered(fields)
  const { issuedOn, expiresOn, ...rest } = fields
  const columns = { ...rest, issued_on: issuedOn, expires_on: expiresOn }
  const { club_id: clubId } = await tx
    .selectFrom('club_user')
    .select('club_id')
    .where('id', '=', clubUserId)
    .executeTakeFirstOrThrow()
  if (staffCertificateId === null) {
    const saved = await tx
      .insertInto('staff_certificate')
      .values({ club_user_id: clubUserId, club_id: clubId, ...columns })
      .returning(['id as staffCertificateId', 'version'])
      .executeTakeFirstOrThrow()
    const after = { clubUserId, ...fields }
    audit({ clubId, subject: 'staff_certificate', subjectId: saved.staffCertificateId, before: null, after })
    await warnOfExpiry(tx, { clubId, now })
    return saved
  }
  const before = await lockCertificate(tx, staffCertificateId)
  if (before.clubUserId !== clubUserId) throw refused('staffCertificateId', 'This certificate is somebody else’s.')
  const { today } = await todayOf(tx, clubId, now)
  await checkVersion(tx, {
    subject: 'staff_certificate',
    subjectId: staffCertificateId,
    is: before.version,
    given: version,
    current: async () => withState(before, today),
  })
  const saved = await tx
    .updateTable('staff_certificate')
    .set({ ...columns, version: before.version + 1 })
    .where('id', '=', staffCertificateId)
    .returning(['id as staffCertificateId', 'version'])
    .executeTakeFirstOrThrow()
  audit({ clubId, subject: 'staff_certificate', subjectId: staffCertificateId, ...changed({ ...before }, fields) })
  await warnOfExpiry(tx, { clubId, now })
  return saved
}

export async function deleteStaffCertificate(write: Write, { id }: Input<typeof call.deleteStaffCertificate>) {
  const { tx, now, audit } = write
  const { clubId, version: _, staffCertificateId: __, ...before } = await lockCertificate(tx, id)
  await tx.deleteFrom('staff_certificate').where('id', '=', id).execute()
  audit({ clubId, subject: 'staff_certificate', subjectId: id, before, after: null })
  await warnOfExpiry(tx, { clubId, now })
  return { staffCertificateId: id }
}

async function lockCertificate(tx: Write['tx'], id: number): Promise<Row> {
  await tx.selectFrom('staff_certificate').select('id').where('id', '=', id).forUpdate().execute()
  const [row] = await readCertificates(tx, sql`id = ${id}`)
  if (!row) throw new Refused(404, 'Somebody has deleted it.')
  return row
}

const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })
