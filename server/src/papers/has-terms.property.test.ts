import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass, enrol } from '../../test/factories/classes.ts'
import { createAccount, createClub, createMember } from '../../test/factories/people.ts'
import { histories } from '../../test/histories.ts'

const database = await freshDatabase()
const { db } = database
const { as } = await testApp(database)

/** Documents 0 and 1 are the head office's, 2 and 3 the club's own. */
const documents = 4

type Step =
  | { do: 'publish' | 'withdraw' | 'sign' | 'decline' | 'takeBack'; which: number }
  | { do: 'require'; which: number; isRequired: boolean }
  | { do: 'move'; under: 'head' | 'nobody' }

const which = fc.nat(documents - 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  ...(['publish', 'publish', 'sign', 'sign', 'withdraw', 'decline', 'takeBack'] as const).map(what =>
    fc.record({ do: fc.constant(what), which }),
  ),
  fc.record({ do: fc.constant('require' as const), which, isRequired: fc.boolean() }),
  fc.record({ do: fc.constant('move' as const), under: fc.constantFrom('head' as const, 'nobody' as const) }),
)

interface Known {
  id: number
  version: number
  isAbove: boolean
  isRequired: boolean
  isWithdrawn: boolean
  /** How often it was published; 0: a draft. */
  newest: number
  /** The numbers that the member has signed. */
  signed: Set<number>
}

async function begin() {
  const head = await createClub(db)
  const club = await createClub(db, { parentClubId: head.id })
  const boss = await createAccount(db, { clubId: head.id, isAdmin: true })
  await db
    .insertInto('club_user')
    .values({ club_id: club.id, account_id: boss.id, is_admin: true, user_since: '2020-01-01' })
    .execute()
  const call = as(boss.sub)
  const klass = await createClass(db, { clubId: club.id })
  const { id: memberId } = await createMember(db, { clubId: club.id })
  await enrol(db, { classId: klass.id, memberId })
  const { person_id: personId } = await db
    .selectFrom('member')
    .select('person_id')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const known: Known[] = []
  for (let index = 0; index < documents; index++) {
    const isAbove = index < 2
    const clubId = isAbove ? head.id : club.id
    const { body } = await call.post('/api/club/SaveDocument/0', { ...fieldsOf(true), clubId, text: 'Text 0' })
    known.push({
      ...{ id: body.documentId, version: 1, isAbove, isRequired: true, isWithdrawn: false, newest: 0 },
      signed: new Set(),
    })
  }
  return { head, club, call, klass, memberId, personId, known }
}

const fieldsOf = (isRequired: boolean) => ({ kind: 'terms', title: 'Rules', isRequired })

type World = Awaited<ReturnType<typeof begin>> & { isBelow: boolean }

const clubOf = ({ head, club }: World, { isAbove }: Known) => (isAbove ? head.id : club.id)
const isInForce = ({ isBelow }: World, { newest, isWithdrawn, isAbove }: Known) =>
  newest > 0 && !isWithdrawn && (isBelow || !isAbove)

async function take(world: World, taken: Step): Promise<void> {
  if (taken.do === 'move') return await move(world, taken.under === 'head')
  const document = world.known[taken.which] as Known
  if (taken.do === 'publish') return await publish(world, document)
  if (taken.do === 'require') return await save(world, document, { isRequired: taken.isRequired, text: null })
  if (taken.do === 'withdraw') {
    if (document.newest === 0 || document.isWithdrawn) return
    const { version } = document
    expect((await world.call.post(`/api/club/WithdrawDocument/${document.id}`, { version })).status).toBe(200)
    document.version += 1
    document.isWithdrawn = true
    return
  }
  if (taken.do === 'takeBack') return await takeBack(world, document)
  await answer(world, document, taken.do === 'sign' ? 'signed' : 'declined')
}

async function save(
  { call, ...world }: World,
  document: Known,
  { isRequired, text }: { isRequired: boolean; text: string | null },
) {
  const given = {
    ...fieldsOf(isRequired),
    clubId: clubOf({ call, ...world }, document),
    version: document.version,
    text: text ?? `Text ${document.newest}`,
  }
  expect((await call.post(`/api/club/SaveDocument/${document.id}`, given)).status).toBe(200)
  document.version += 1
  document.isRequired = isRequired
}

async function publish(world: World, document: Known) {
  await save(world, document, { isRequired: document.isRequired, text: `Text ${document.newest + 1}` })
  const { version } = document
  expect((await world.call.post(`/api/club/PublishDocument/${document.id}`, { version })).status).toBe(200)
  document.version += 1
  document.newest += 1
  document.isWithdrawn = false
}

async function answer(world: World, document: Known, given: 'signed' | 'declined') {
  const newest = await db
    .selectFrom('document_version')
    .select('id')
    .where('document_id', '=', document.id)
    .orderBy('number', 'desc')
    .executeTakeFirst()
  if (!newest) return
  const { status } = await world.call.post(`/api/member/SignDocument/${world.memberId}`, {
    clubId: world.club.id,
    documentVersionId: newest.id,
    personId: world.personId,
    answer: given,
    signerName: 'Jo',
    how: 'screen',
  })
  // The documents of a tree that was left are out of reach.
  const may = isInForce(world, document) && !document.signed.has(document.newest)
  expect(status === 200).toBe(may)
  if (may && given === 'signed') document.signed.add(document.newest)
}

async function takeBack(world: World, document: Known) {
  const standing = await db
    .selectFrom('document_signature')
    .innerJoin('document_version', 'document_version.id', 'document_version_id')
    .select(['document_signature.id', 'number'])
    .where('document_signature.document_id', '=', document.id)
    .where('answer', '=', 'signed')
    .where('withdrawn_at', 'is', null)
    .orderBy('document_signature.id', 'desc')
    .executeTakeFirst()
  if (!standing) return
  const { status } = await world.call.post(`/api/member/WithdrawSignature/${standing.id}`, { reason: 'Wrong' })
  expect(status).toBe(200)
  document.signed.delete(standing.number)
}

/** Under the head office, or out of its tree. */
async function move(world: World, isBelow: boolean) {
  if (world.isBelow === isBelow) return
  const { call, club, head } = world
  const { body } = await call.get(`/api/club/GetClub/${club.id}`)
  const { ownerId, adminId, instructorId, dateOpened, email, phone, timeZone, code, name, clubTypeId, version } = body
  const address = { line: null, town: null, postcode: null }
  const { status, body: saved } = await call.post(`/api/club/SaveClub/${club.id}`, {
    ...{ ownerId, adminId, instructorId, dateOpened, email, phone, timeZone, code, name, clubTypeId, version, address },
    parentClubId: isBelow ? head.id : null,
  })
  expect(status, JSON.stringify(saved)).toBe(200)
  world.isBelow = isBelow
}

it('is true exactly when every required document in force is signed in its newest version', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async steps => {
      const world: World = { ...(await begin()), isBelow: true }
      for (const taken of steps) {
        await take(world, taken)
        const required = world.known.filter(document => isInForce(world, document) && document.isRequired)
        const [row] = (await world.call.post(`/api/club/GetClassMembers/${world.klass.id}`, { classDate: testToday }))
          .body.data
        expect(row.requireTerms).toBe(required.length > 0)
        expect(row.hasTerms).toBe(required.every(({ signed, newest }) => signed.has(newest)))
      }
      // What the triggers have kept is what it would be if it were worked out anew.
      const { rows } = await sql`
        select club_id, document_id, document_version_id, is_required from document_in_force
        where club_id = any(${[world.head.id, world.club.id]})
        except
        select * from (
          select (documents_in_force(root_club_id)).* from club where id = any(${[world.head.id, world.club.id]})
        ) anew`.execute(db)
      expect(rows).toEqual([])
    }),
    { numRuns: histories(6, 40) },
  )
}, 120_000)
