import { communication, memberStatus } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass, enrol } from '../../test/factories/classes.ts'
import { createDocument, sign } from '../../test/factories/papers.ts'
import {
  createAccount,
  createClub,
  createContact,
  createMember,
  createMembership,
} from '../../test/factories/people.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

async function aClub(parentClubId: number | null = null) {
  const club = await createClub(db, { parentClubId })
  const admin = as((await createAccount(db, { clubId: club.id, isAdmin: true })).sub)
  const coach = as((await createAccount(db, { clubId: club.id })).sub)
  const documents = async (caller = admin) => (await caller.get(`/api/club/GetDocuments/${club.id}`)).body
  const save = (fields: object = {}) => admin.post('/api/club/SaveDocument/0', { ...terms, clubId: club.id, ...fields })
  const publish = (documentId: number, version: number) =>
    admin.post(`/api/club/PublishDocument/${documentId}`, { version })
  return { club, admin, coach, documents, save, publish }
}

const terms = { kind: 'terms', title: 'Terms', isRequired: true, text: 'Be **kind**.' }

async function aMember(clubId: number, person: object = {}) {
  const { id } = await createMember(db, { clubId, firstName: 'Mia', lastName: 'Moss', ...person })
  return { id, personId: await personOf(id) }
}

async function personOf(memberId: number) {
  const row = await db.selectFrom('member').select('person_id').where('id', '=', memberId).executeTakeFirstOrThrow()
  return row.person_id
}

describe('documents', () => {
  it('ask nobody before they are published, and never change afterwards', async () => {
    const { club, admin, coach, documents, save, publish } = await aClub()
    const { id } = await aMember(club.id)
    const asked = async () => (await admin.get(`/api/member/GetMemberDocuments/${id}`)).body.documents
    const { body: draft } = await save()
    expect(await asked()).toEqual([])
    expect(await documents(coach)).toEqual([])
    expect(await documents()).toMatchObject([{ hasChanges: true, versions: [], canEdit: true }])

    expect((await publish(draft.documentId, 1)).body).toMatchObject({ number: 1, version: 2 })
    expect(await asked()).toMatchObject([{ title: 'Terms', number: 1, state: 'open', isRequired: true }])
    await expect(db.updateTable('document_version').set({ text: 'Pay double.' }).execute()).rejects.toThrow(
      'append-only',
    )

    await save({ id: draft.documentId, version: 2, text: 'Be kinder.' })
    const again = { ...terms, clubId: club.id, text: 'Be kinder.', version: 2 }
    await admin.post(`/api/club/SaveDocument/${draft.documentId}`, again)
    expect(await documents(coach)).toMatchObject([{ text: 'Be **kind**.', hasChanges: false, canEdit: false }])
    expect((await publish(draft.documentId, 3)).body).toMatchObject({ number: 2 })
    expect((await documents())[0].versions.map((version: { number: number }) => version.number)).toEqual([2, 1])
    const { documentVersionId } = (await documents())[0].versions[1]
    expect((await coach.get(`/api/club/GetDocumentVersion/${documentVersionId}`)).body.text).toBe('Be **kind**.')
  })

  it('ask again with a new version, and not when nothing has changed', async () => {
    const { club, admin, publish } = await aClub()
    const { id } = await aMember(club.id)
    const document = await createDocument(db, { clubId: club.id })
    await sign(db, { memberId: id, documentId: document.id })
    const state = async () => (await admin.get(`/api/member/GetMemberDocuments/${id}`)).body.documents[0].state
    expect(await state()).toBe('signed')
    expect((await publish(document.id, 1)).status).toBe(409)
    const changed = { ...terms, clubId: club.id, version: 1 }
    await admin.post(`/api/club/SaveDocument/${document.id}`, changed)
    expect(await state()).toBe('signed')
    await publish(document.id, 2)
    expect(await state()).toBe('outdated')
  })

  it('of a club above are asked for below, and changed above only', async () => {
    const head = await aClub()
    const below = await aClub(head.club.id)
    const deeper = await createClub(db, { parentClubId: below.club.id })
    const { documentId } = (await head.save({ title: 'Rules of all' })).body
    await head.publish(documentId, 1)
    expect(await below.documents()).toMatchObject([{ title: 'Rules of all', canEdit: false, clubId: head.club.id }])
    const { id } = await aMember(deeper.id)
    const { body } = await below.admin.get(`/api/member/GetMemberDocuments/${id}`)
    expect(body.documents).toMatchObject([{ ownerName: head.club.name, clubId: deeper.id }])
    expect((await below.publish(documentId, 2)).status).toBe(403)
    expect((await head.admin.get(`/api/club/GetDocuments/${head.club.id}`)).body).toHaveLength(1)
  })

  it('stay of their kind, keep what was signed when withdrawn, and come back as they were', async () => {
    const { club, admin, documents, publish } = await aClub()
    const { id } = await aMember(club.id)
    const document = await createDocument(db, { clubId: club.id })
    await sign(db, { memberId: id, documentId: document.id })
    const [shown] = await documents()
    const other = { clubId: club.id, version: 1, kind: 'photo', title: shown.title, text: shown.text, isRequired: true }
    expect((await admin.post(`/api/club/SaveDocument/${document.id}`, other)).body.fields).toHaveProperty('kind')

    const { body: gone } = await admin.post(`/api/club/WithdrawDocument/${document.id}`, { version: 1 })
    expect(gone).toMatchObject({ isDeleted: false })
    const member = async () => (await admin.get(`/api/member/GetMemberDocuments/${id}`)).body
    expect((await member()).documents).toEqual([])
    expect((await member()).signatures).toHaveLength(1)
    expect((await publish(document.id, 2)).body).toMatchObject({ number: 1 })
    expect((await member()).documents).toMatchObject([{ state: 'signed' }])
  })

  it('are deleted while they are drafts, and are not written over', async () => {
    const { admin, documents, save, club } = await aClub()
    const { documentId } = (await save()).body
    expect((await save({ version: 1 })).status).toBe(200)
    const stale = { ...terms, clubId: club.id, version: 7 }
    expect((await admin.post(`/api/club/SaveDocument/${documentId}`, stale)).body.conflict).toMatchObject({
      current: { documentId, version: 1 },
    })
    const { body } = await admin.post(`/api/club/WithdrawDocument/${documentId}`, { version: 1 })
    expect(body).toMatchObject({ isDeleted: true })
    expect(await documents()).toHaveLength(1)
  })
})

describe('signDocument', () => {
  async function toSign(person: object = {}, document: object = {}) {
    const { club, admin, coach } = await aClub()
    const member = await aMember(club.id, person)
    const made = await createDocument(db, { clubId: club.id, ...document })
    const send = (fields: object = {}, caller = coach) =>
      caller.post(`/api/member/SignDocument/${member.id}`, {
        clubId: club.id,
        documentVersionId: made.versionId,
        personId: member.personId,
        answer: 'signed',
        signerName: 'Mia Moss',
        how: 'screen',
        ...fields,
      })
    const read = async () => (await admin.get(`/api/member/GetMemberDocuments/${member.id}`)).body
    return { club, admin, coach, member, document: made, send, read }
  }

  it('keeps the exact text, the name, the time and who held the device', async () => {
    const { send, coach, document, member } = await toSign()
    const { body } = await send({ drawing: 'M1 2L30 40' })
    const { body: kept } = await coach.get(`/api/member/GetSignature/${body.signatureId}`)
    expect(kept).toMatchObject({
      memberId: member.id,
      text: `You agree to ${document.title}.`,
      number: 1,
      answer: 'signed',
      how: 'screen',
      signerName: 'Mia Moss',
      relationship: '',
      signedAt: '2026-05-12T17:30:00.000Z',
      drawing: 'M1 2L30 40',
      recordedBy: expect.stringMatching(/^Staff /),
      withdrawn: null,
    })
    expect((await send()).body.fields).toHaveProperty('documentVersionId')
    await expect(
      db.updateTable('document_signature').set({ signer_name: 'X' }).where('id', '=', body.signatureId).execute(),
    ).rejects.toThrow('never changed')
  })

  it('is for a guardian under 18, and for the member from the birthday on', async () => {
    const child = await toSign({ dob: '2008-05-13' })
    expect((await child.send()).body).toMatchObject({ message: expect.stringContaining('guardian') })
    expect(await child.read()).toMatchObject({ isUnder18: true, signers: [] })
    const friend = await createContact(db, { memberId: child.member.id, isGuardian: false })
    expect((await child.send(friend)).status).toBe(400)
    const mother = await createContact(db, { memberId: child.member.id, firstName: 'Ann', lastName: 'Moss' })
    expect((await child.send({ ...mother, signerName: 'Ann Moss' })).status).toBe(200)
    expect((await child.read()).signatures).toMatchObject([{ signerName: 'Ann Moss', relationship: 'Mother' }])

    const grown = await toSign({ dob: '2008-05-12' })
    expect((await grown.send()).status).toBe(200)
  })

  it('refuses somebody else, another club, and a version that is not in force', async () => {
    const { send, club, document } = await toSign()
    const { personId } = await aMember(club.id)
    expect((await send({ personId })).body.fields).toHaveProperty('personId')
    const newer = await db
      .insertInto('document_version')
      .values({
        ...{ club_id: club.id, root_club_id: club.rootClubId, kind: 'terms', number: 2, title: 'New', text: 'New' },
        document_id: document.id,
        published_at: '2026-05-12T17:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await send()).toMatchObject({ status: 409, body: { message: expect.stringContaining('newer version') } })
    expect((await send({ documentVersionId: newer.id })).status).toBe(200)
  })

  it('takes what stands on paper, with its day', async () => {
    const { send, read } = await toSign()
    expect((await send({ how: 'paper' })).body.fields).toHaveProperty('signedOn')
    expect((await send({ how: 'paper', signedOn: '2026-05-13' })).body.fields).toHaveProperty('signedOn')
    expect((await send({ how: 'paper', signedOn: '2026-01-31' })).status).toBe(200)
    expect((await read()).signatures).toMatchObject([{ how: 'paper', signedAt: '2026-01-31T12:00:00.000Z' }])
  })

  it('of a photo consent sets and clears the flag', async () => {
    const { send, admin, member } = await toSign({}, { kind: 'photo', isRequired: false })
    const flags = async () =>
      (
        await db
          .selectFrom('club_member')
          .select('communication_flags')
          .where('member_id', '=', member.id)
          .executeTakeFirstOrThrow()
      ).communication_flags
    expect(await flags()).toBe(0)
    const { body } = await send()
    expect(await flags()).toBe(communication.photo)
    await admin.post(`/api/member/WithdrawSignature/${body.signatureId}`, { reason: 'Changed her mind' })
    expect(await flags()).toBe(0)
    await send()
    expect(await flags()).toBe(communication.photo)
    const { body: consents } = await admin.get(`/api/member/GetConsents/${member.id}`)
    expect(consents.entries).toMatchObject([
      { isGiven: true, how: 'screen', wording: expect.stringContaining('version 1') },
      { isGiven: false },
      { isGiven: true },
    ])
  })

  it('declined raises a task for what is required, which closes when it is signed after all', async () => {
    const { send, read, member } = await toSign()
    const tasks = () =>
      db
        .selectFrom('task')
        .select(['kind', 'completed_at'])
        .where('member_id', '=', member.id)
        .orderBy('task.id')
        .execute()
    await send({ answer: 'declined' })
    expect((await read()).documents).toMatchObject([{ state: 'declined' }])
    expect(await tasks()).toMatchObject([{ kind: 'terms', completed_at: null }])
    await send()
    expect((await read()).documents).toMatchObject([{ state: 'signed' }])
    expect(await tasks()).toMatchObject([{ kind: 'terms', completed_at: expect.any(Date) }])
    expect((await send({ answer: 'declined' })).status).toBe(409)
  })

  it('of the head office counts in every club of the member, and is seen there', async () => {
    const head = await aClub()
    const [one, other] = [await aClub(head.club.id), await aClub(head.club.id)]
    const member = await aMember(one.club.id)
    await createMembership(db, { clubId: other.club.id, memberId: member.id })
    const shared = await createDocument(db, { clubId: head.club.id })
    const own = await createDocument(db, { clubId: one.club.id })
    await sign(db, { memberId: member.id, documentId: own.id })
    const { id } = await sign(db, { memberId: member.id, documentId: shared.id })
    const { body } = await other.coach.get(`/api/member/GetMemberDocuments/${member.id}`)
    expect(body.documents).toMatchObject([{ documentId: shared.id, state: 'signed' }])
    expect(body.signatures).toMatchObject([{ signatureId: id }])
    expect((await other.coach.get(`/api/member/GetSignature/${id}`)).status).toBe(200)
    expect((await other.coach.get(`/api/member/GetSignature/${id - 1}`)).status).toBe(403)
  })
})

describe('withdrawSignature', () => {
  it('asks again, once', async () => {
    const { club, admin } = await aClub()
    const { id } = await aMember(club.id)
    const document = await createDocument(db, { clubId: club.id })
    const signature = await sign(db, { memberId: id, documentId: document.id })
    const withdraw = () => admin.post(`/api/member/WithdrawSignature/${signature.id}`, { reason: 'Wrong child' })
    expect((await withdraw()).status).toBe(200)
    const { body } = await admin.get(`/api/member/GetMemberDocuments/${id}`)
    expect(body).toMatchObject({
      documents: [{ state: 'open' }],
      signatures: [{ withdrawn: { reason: 'Wrong child', by: expect.stringMatching(/^Staff /) } }],
    })
    expect((await withdraw()).status).toBe(409)
  })
})

describe('hasTerms', () => {
  it('follows in the register, in the member view and in the list of who has not signed', async () => {
    const { club, admin } = await aClub()
    const klass = await createClass(db, { clubId: club.id })
    const { id } = await aMember(club.id)
    await createMember(db, { clubId: club.id, statusId: memberStatus.lapsed })
    await enrol(db, { classId: klass.id, memberId: id })
    const seen = async () => {
      const register = await admin.post(`/api/club/GetClassMembers/${klass.id}`, { classDate: testToday })
      const details = await admin.get(`/api/member/GetDetails/${id}`)
      const unsigned = await admin.post(`/api/club/GetUnsignedMembers/${club.id}`, {})
      const [row] = register.body.data
      const [membership] = details.body.memberships
      expect([membership.requireTerms, membership.hasTerms]).toEqual([row.requireTerms, row.hasTerms])
      const missing = unsigned.body.data.map((each: { missing: string }) => each.missing)
      return { requires: row.requireTerms, has: row.hasTerms, missing }
    }
    expect(await seen()).toEqual({ requires: false, has: true, missing: [] })
    await createDocument(db, { clubId: club.id, isRequired: false })
    expect(await seen()).toEqual({ requires: false, has: true, missing: [] })
    const [rules, waiver] = [
      await createDocument(db, { clubId: club.id, title: 'Rules' }),
      await createDocument(db, { clubId: club.id, title: 'Waiver', kind: 'waiver' }),
    ]
    expect(await seen()).toEqual({ requires: true, has: false, missing: ['Rules, Waiver'] })
    await sign(db, { memberId: id, documentId: rules.id })
    expect(await seen()).toEqual({ requires: true, has: false, missing: ['Waiver'] })
    await sign(db, { memberId: id, documentId: waiver.id })
    expect(await seen()).toEqual({ requires: true, has: true, missing: [] })
  })
})
