import { randomUUID } from 'node:crypto'
import type { Db } from '../src/platform/database.ts'
import { createDocument, sign } from './factories/papers.ts'
import { createMember } from './factories/people.ts'
import type { OurRows } from './our-rows.ts'

type RightInput = (rows: OurRows, db: Db) => object | Promise<object>

const certificate = { number: '4711', issuer: 'WKF', issuedOn: '2025-06-01', expiresOn: '2026-05-31', note: '' }

/** As in right-input.ts: what the calls about documents and certificates take. */
export const paperInputs: Readonly<Record<string, RightInput>> = {
  saveDocument: () => ({ id: 0, kind: 'waiver', title: `Waiver ${randomUUID()}`, isRequired: false, text: '# Risk' }),
  publishDocument: async ({ club }, db) => ({
    id: (await createDocument(db, { clubId: club, isRequired: false, published: 0 })).id,
    version: 1,
  }),
  withdrawDocument: async ({ club }, db) => ({
    id: (await createDocument(db, { clubId: club, isRequired: false })).id,
    version: 1,
  }),
  signDocument: async ({ club, member, person }, db) => ({
    id: member,
    documentVersionId: (await createDocument(db, { clubId: club, isRequired: false })).versionId,
    personId: person,
    answer: 'signed',
    signerName: 'Jo Test',
    drawing: 'M10 10L200 100',
    how: 'screen',
    signedOn: null,
  }),
  withdrawSignature: async ({ club, member }, db) => {
    const { id: documentId } = await createDocument(db, { clubId: club, isRequired: false })
    return { id: (await sign(db, { memberId: member, documentId })).id, reason: 'The wrong one' }
  },
  sendDocuments: async ({ club }, db) => {
    const { id, person } = await aReachableMember(db, club)
    const document = await createDocument(db, { clubId: club, isRequired: false })
    return { id, personId: person, documentIds: [document.id] }
  },
  saveCertificate: ({ member }) => ({ id: member, memberCertificateId: 0, kind: 'licence', ...certificate }),
  deleteCertificate: async ({ club, member }, db) =>
    await db
      .insertInto('member_certificate')
      .values(eb => ({
        club_id: club,
        root_club_id: eb.selectFrom('club').select('root_club_id').where('id', '=', club),
        member_id: member,
        kind: 'other',
      }))
      .returning('id')
      .executeTakeFirstOrThrow(),
  saveStaffCertificate: ({ clubUser }) => ({ id: clubUser, staffCertificateId: 0, kind: 'dbs', ...certificate }),
  deleteStaffCertificate: async ({ club, clubUser }, db) =>
    await db
      .insertInto('staff_certificate')
      .values({ club_id: club, club_user_id: clubUser, kind: 'other' })
      .returning('id')
      .executeTakeFirstOrThrow(),
}

async function aReachableMember(db: Db, clubId: number) {
  const { id } = await createMember(db, { clubId, email: 'jo@mail.example' })
  const { person_id: person } = await db
    .selectFrom('member')
    .select('person_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, person }
}
