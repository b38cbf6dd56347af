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

export const getCertificates = ({ db, user, now }: Read, { id }: Input<typeof call.getCertificates>) =>
  readCertificates(db, { memberId: id, clubIds: [...user.clubs.keys()], now })

interface Row {
  memberCertificateId: number
  version: number
  clubId: number
  clubName: string
  timeZone: string
  kind: call.CertificateKind
  number: string
  issuer: string
  issuedOn: string | null
  expiresOn: string | null
  note: string
}

async function readCertificates(
  db: Db,
  { memberId, clubIds, now }: { memberId: number; clubIds: number[]; now: Date },
) {
  const { rows } = await sql<Row>`
    select member_certificate.id as "memberCertificateId", member_certificate.version, club.id as "clubId",
      club.name as "clubName", club.time_zone as "timeZone", kind, number, issuer, issued_on as "issuedOn",
      expires_on as "expiresOn", note
    from member_certificate join club on club.id = member_certificate.club_id
    where member_certificate.member_id = ${memberId} and club.id = any(${clubIds})
    order by expires_on nulls last, kind, member_certificate.id`.execute(db)
  return rows.map(({ timeZone, ...row }) => ({
    ...row,
    state: certificateState(row.expiresOn, todayIn(timeZone, now)),
  }))
}

export async function saveCertificate(write: Write, input: Input<typeof call.saveCertificate>) {
  const { tx, now, audit } = write
  const { id: memberId, memberCertificateId, clubId, version, ...fields } = input
  refuseDisordered(fields)
  const columns = columnsOf(fields)
  if (memberCertificateId === null) {
    const membership = await membershipIn(tx, { memberId, clubId })
    const saved = await tx
      .insertInto('member_certificate')
      .values({ member_id: memberId, club_id: clubId, ...membership, ...columns })
      .returning(['id as memberCertificateId', 'version'])
      .executeTakeFirstOrThrow()
    const subjectId = saved.memberCertificateId
    audit({ clubId, memberId, subject: 'member_certificate', subjectId, before: null, after: fields })
    await warnOfExpiry(tx, { clubId, now })
    return saved
  }
  const before = await lockCertificate(write, memberCertificateId)
  if (before.member_id !== memberId || before.club_id !== clubId)
    throw refused('memberCertificateId', 'This certificate belongs to another member or club.')
  await checkVersion(tx, {
    subject: 'member_certificate',
    subjectId: memberCertificateId,
    is: before.version,
    given: version,
    current: async () =>
      (await readCertificates(tx, { memberId, clubIds: [clubId], now })).find(
        certificate => certificate.memberCertificateId === memberCertificateId,
      ),
  })
  const saved = await tx
    .updateTable('member_certificate')
    .set({ ...columns, version: before.version + 1 })
    .where('id', '=', memberCertificateId)
    .returning(['id as memberCertificateId', 'version'])
    .executeTakeFirstOrThrow()
  const changes = changed(fieldsOf(before), fields)
  audit({ clubId, memberId, subject: 'member_certificate', subjectId: memberCertificateId, ...changes })
  await warnOfExpiry(tx, { clubId, now })
  return saved
}

export async function deleteCertificate(write: Write, { id }: Input<typeof call.deleteCertificate>) {
  const { tx, now, audit } = write
  const before = await lockCertificate(write, id)
  const { club_id: clubId, member_id: memberId } = before
  await tx.deleteFrom('member_certificate').where('id', '=', id).execute()
  audit({ clubId, memberId, subject: 'member_certificate', subjectId: id, before: fieldsOf(before), after: null })
  await warnOfExpiry(tx, { clubId, now })
  return { memberCertificateId: id }
}

async function lockCertificate({ tx }: Write, id: number) {
  const row = await tx.selectFrom('member_certificate').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Refused(404, 'Somebody has deleted it.')
  return row
}

async function membershipIn(tx: Write['tx'], { memberId, clubId }: { memberId: number; clubId: number }) {
  const membership = await tx
    .selectFrom('club_member')
    .select('root_club_id')
    .where('member_id', '=', memberId)
    .where('club_id', '=', clubId)
    .executeTakeFirst()
  if (!membership) throw refused('clubId', 'This member has no membership in that club.')
  return membership
}

type Fields = Pick<Input<typeof call.saveCertificate>, 'kind' | 'number' | 'issuer' | 'issuedOn' | 'expiresOn' | 'note'>

const columnsOf = ({ issuedOn, expiresOn, ...rest }: Fields) => ({
  ...rest,
  issued_on: issuedOn,
  expires_on: expiresOn,
})

const fieldsOf = (row: Awaited<ReturnType<typeof lockCertificate>>) => ({
  kind: row.kind,
  number: row.number,
  issuer: row.issuer,
  issuedOn: row.issued_on,
  expiresOn: row.expires_on,
  note: row.note,
})

const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })
