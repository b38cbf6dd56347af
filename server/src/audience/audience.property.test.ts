import { type Audience, Audience as AudienceShape, type Condition } from '@honbu/contract/audience.ts'
import { addDays, addMonths } from '@honbu/contract/calendar.ts'
import { communication, memberStatus, messageParameter } from '@honbu/contract/ids.ts'
import { type Refusal, refusalKinds } from '@honbu/contract/reach.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testNow, testToday } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { createClass, enrol } from '../../test/factories/classes.ts'
import { createDiscipline, study } from '../../test/factories/disciplines.ts'
import {
  createAccount,
  createClub,
  createContact,
  createMember,
  createMembership,
} from '../../test/factories/people.ts'
import { histories } from '../../test/histories.ts'
import { countRecipients } from './count-audience.ts'
import { type Recipient, recipientsOf } from './recipients-of.ts'

const { db } = await freshDatabase()

/** The same small numbers again and again, so that a failure can be repeated. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * below)
  }
}

interface Person {
  id: number
  dob: string | null
  email: string | null
  number: string | null
  /** By club: flags that stand, and that were taken back. */
  said: Map<number, { given: number; withdrawn: number }>
  accountEmail: string | null
}

interface Membership {
  memberId: number
  clubId: number
  statusId: number
  categoryId: number | null
  sourceId: number | null
  isCandidate: boolean
}

interface World {
  clubIds: number[]
  values: Map<number, number[]>
  people: Map<number, Person>
  personOfMember: Map<number, number>
  guardians: Map<number, number[]>
  memberships: Membership[]
  classes: { memberId: number; classId: number; clubId: number; removedOn: string | null }[]
  tags: { memberId: number; tagId: number; clubId: number }[]
  studies: { memberId: number; disciplineId: number; position: number | null }[]
  grades: Map<number, { disciplineId: number; position: number }>
  staff: { accountId: number; personId: number; clubId: number; roles: number[]; until: string | null }[]
  stopped: { channel: string; address: string; reason: string }[]
}

/** What the SQL must give, person by person, from what was put in. */
function expected(
  world: World,
  question: { clubIds: number[]; audience: Audience; channel: 'email' | 'sms'; isNews: boolean; one: boolean },
) {
  const { clubIds, audience, channel, isNews, one } = question
  const isStaff = ({ parameterId }: Condition) =>
    parameterId === messageParameter.role || parameterId === messageParameter.user
  const staffConditions = audience.include.filter(isStaff)
  const memberConditions = audience.include.filter(
    condition => !isStaff(condition) && condition.parameterId !== messageParameter.club,
  )
  const rows: {
    memberId: number | null
    clubId: number
    personId: number | null
    address: string | null
    refusal: Refusal | null
  }[] = []

  if (staffConditions.length === 0 || memberConditions.length > 0) {
    const isLive = ({ statusId }: Membership) => statusId === memberStatus.active || statusId === memberStatus.issue
    const isStatusNamed = audience.include.some(({ parameterId }) => parameterId === messageParameter.memberStatus)
    const meant = world.memberships.filter(
      membership =>
        clubIds.includes(membership.clubId) &&
        (isStatusNamed || isLive(membership)) &&
        audience.include.filter(condition => !isStaff(condition)).every(condition => holds(membership, condition)) &&
        !audience.exclude.filter(condition => !isStaff(condition)).some(condition => holds(membership, condition)),
    )
    for (const [memberId, own] of Map.groupBy(meant, ({ memberId }) => memberId)) {
      const [best] = own.toSorted((a, b) => Number(isLive(b)) - Number(isLive(a)) || a.clubId - b.clubId)
      if (best) rows.push({ memberId, clubId: best.clubId, ...reached(memberId, best.clubId) })
    }
  }
  if (staffConditions.length > 0) {
    const meant = world.staff.filter(
      user =>
        clubIds.includes(user.clubId) &&
        (user.until === null || user.until >= testToday) &&
        audience.include.every(condition => staffHolds(user, condition) !== false) &&
        !audience.exclude.some(condition => staffHolds(user, condition) === true),
    )
    for (const [personId, own] of Map.groupBy(meant, ({ personId }) => personId)) {
      const person = get(world.people, personId)
      const address = channel === 'email' ? (person.email ?? person.accountEmail) : person.number
      const clubId = Math.min(...own.map(({ clubId }) => clubId))
      rows.push({ memberId: null, clubId, personId, address, refusal: blocked(address) })
    }
  }
  if (one) {
    const seen = new Set<string>()
    const order = (row: { memberId: number | null; personId: number | null }) => [row.memberId ?? -1, row.personId ?? 0]
    for (const row of rows.toSorted(
      (a, b) => (order(a)[0] ?? 0) - (order(b)[0] ?? 0) || (order(a)[1] ?? 0) - (order(b)[1] ?? 0),
    )) {
      if (row.refusal !== null || row.address === null) continue
      const key = row.address.toLowerCase()
      if (seen.has(key)) row.refusal = 'duplicate'
      seen.add(key)
    }
  }
  return rows

  function blocked(address: string | null): Refusal | null {
    if (address === null) return 'noAddress'
    const stop = world.stopped.find(
      each => each.channel === channel && each.address.toLowerCase() === address.toLowerCase(),
    )
    if (!stop) return null
    return stop.reason === 'bounced' ? 'undeliverable' : 'stopped'
  }

  function judged(personId: number, clubId: number) {
    const person = get(world.people, personId)
    const address = channel === 'email' ? person.email : person.number
    const flag = communication[channel]
    const said = person.said.get(clubId) ?? { given: 0, withdrawn: 0 }
    let refusal = blocked(address)
    if (refusal === null && isNews && said.withdrawn & flag) refusal = 'unsubscribed'
    else if (refusal === null && isNews && !(said.given & flag)) refusal = 'noConsent'
    return { personId, address, refusal, agrees: (said.given & flag) !== 0 }
  }

  function reached(memberId: number, clubId: number) {
    const self = get(world.personOfMember, memberId)
    const { dob } = get(world.people, self)
    const { agrees: _own, ...own } = judged(self, clubId)
    if (dob === null ? own.address !== null : dob <= addMonths(testToday, -12 * 18)) return own
    const [best] = (world.guardians.get(memberId) ?? [])
      .map(personId => judged(personId, clubId))
      .toSorted((a, b) => worse(a.refusal) - worse(b.refusal) || Number(b.agrees) - Number(a.agrees))
    if (!best) {
      const refusal = dob === null ? ('noAddress' as const) : ('noGuardian' as const)
      return { personId: null, address: null, refusal }
    }
    const { agrees: _, ...guardian } = best
    return guardian
  }

  function worse(refusal: Refusal | null): number {
    if (refusal === null) return 0
    if (refusal === 'noAddress') return 3
    return refusal === 'undeliverable' || refusal === 'stopped' ? 2 : 1
  }

  function holds(membership: Membership, { parameterId, values }: Condition): boolean {
    const has = (value: number | null) => value !== null && values.includes(value)
    const { memberId, clubId } = membership
    const own = world.studies.filter(each => each.memberId === memberId)
    const grade = (fits: (position: number, named: number) => boolean) =>
      values.some(id => {
        const named = world.grades.get(id)
        return own.some(
          each =>
            named &&
            each.position !== null &&
            each.disciplineId === named.disciplineId &&
            fits(each.position, named.position),
        )
      })
    if (parameterId === messageParameter.club) return has(clubId)
    if (parameterId === messageParameter.memberStatus) return has(membership.statusId)
    if (parameterId === messageParameter.category) return has(membership.categoryId)
    if (parameterId === messageParameter.refs) return has(membership.sourceId)
    if (parameterId === messageParameter.candidate) return has(membership.isCandidate ? 1 : 0)
    if (parameterId === messageParameter.disciplines) return own.some(each => has(each.disciplineId))
    if (parameterId === messageParameter.gradeFrom) return grade((position, named) => position >= named)
    if (parameterId === messageParameter.gradeTo) return grade((position, named) => position <= named)
    if (parameterId === messageParameter.tags)
      return world.tags.some(each => each.memberId === memberId && each.clubId === clubId && has(each.tagId))
    if (parameterId === messageParameter.class)
      return world.classes.some(
        each =>
          each.memberId === memberId &&
          clubIds.includes(each.clubId) &&
          has(each.classId) &&
          (each.removedOn === null || each.removedOn > testToday),
      )
    throw new Error(`no parameter of members: ${parameterId}`)
  }

  /** Null: the condition says nothing about people who work in a club. */
  function staffHolds(user: World['staff'][number], { parameterId, values }: Condition): boolean | null {
    if (parameterId === messageParameter.club) return values.includes(user.clubId)
    if (parameterId === messageParameter.user) return values.includes(user.accountId)
    if (parameterId === messageParameter.role) return user.roles.some(role => values.includes(role))
    return null
  }
}

function get<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key)
  if (value === undefined) throw new Error(`nothing for ${key}`)
  return value
}

const nth = <Value>(values: readonly Value[], index: number): Value => {
  const value = values[index % values.length]
  if (value === undefined) throw new Error('an empty list')
  return value
}

/** Three clubs of one tree with forty members who share addresses, guardians and classes. */
async function makeWorld(seed: number): Promise<World> {
  const roll = dice(seed)
  const head = await createClub(db)
  const clubs = [head, await createClub(db, { parentClubId: head.id }), await createClub(db, { parentClubId: head.id })]
  const clubIds = clubs.map(({ id }) => id)
  const tree = { root_club_id: head.rootClubId }
  const disciplines = [await createDiscipline(db, { clubId: head.id }), await createDiscipline(db, { clubId: head.id })]
  const grades: World['grades'] = new Map()
  for (const { id, gradeIds } of disciplines)
    for (const [position, gradeId] of gradeIds.entries()) grades.set(gradeId, { disciplineId: id, position })
  const classes = []
  for (const clubId of clubIds) classes.push({ clubId, ...(await createClass(db, { clubId })) })
  const inserted = async (table: 'tag' | 'member_category', name: string) =>
    (
      await db
        .insertInto(table)
        .values({ ...tree, club_id: head.id, name })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const tagIds = [await inserted('tag', 'One'), await inserted('tag', 'Two')]
  const categoryIds = [await inserted('member_category', 'Kids'), await inserted('member_category', 'Adults')]
  const sources = await db.selectFrom('lookup').select('id').where('kind', '=', 'marketing_source').limit(2).execute()
  const sourceIds = sources.map(({ id }) => id)
  const world: World = {
    ...{ clubIds, grades, people: new Map(), personOfMember: new Map(), guardians: new Map() },
    ...{ memberships: [], classes: [], tags: [], studies: [], staff: [], stopped: [] },
    values: new Map(),
  }
  const emails = Array.from({ length: 9 }, (_, index) => `Mail${seed}.${index}@mail.example`)
  const numbers = Array.from(
    { length: 9 },
    (_, index) => `07700 9${String(seed).padStart(2, '0').slice(-2)}${100 + index}`,
  )
  const addresses = () => ({
    email: roll(4) ? nth(emails, roll(9)) : null,
    phone: roll(4) ? nth(numbers, roll(9)) : null,
  })
  const know = (id: number, dob: string | null, { email, phone }: ReturnType<typeof addresses>) => {
    const number = phone && `+44${phone.replaceAll(' ', '').slice(1)}`
    world.people.set(id, { id, dob, email, number, said: new Map(), accountEmail: null })
  }
  const plain = ({ email, phone }: ReturnType<typeof addresses>) => ({
    ...(email && { email }),
    ...(phone && { phone }),
  })

  for (let index = 0; index < 40; index++) {
    const dob = nth(
      [null, addMonths(testToday, -216), addDays(addMonths(testToday, -216), 1), '2016-03-01', '1980-01-01'],
      roll(5),
    )
    const own = addresses()
    const clubId = nth(clubIds, roll(3))
    const statusId = nth(Object.values(memberStatus), roll(7))
    const { id: memberId } = await createMember(db, { clubId, statusId, ...plain(own), ...(dob && { dob }) })
    const { person_id } = await db
      .selectFrom('member')
      .select('person_id')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
    know(person_id, dob, own)
    world.personOfMember.set(memberId, person_id)
    const add = async (clubId: number, statusId: number) => {
      const rest = {
        categoryId: nth([null, ...categoryIds], roll(3)),
        sourceId: nth([null, ...sourceIds], roll(3)),
        isCandidate: roll(2) === 0,
      }
      const { categoryId: category_id, sourceId: marketing_source_id, isCandidate: is_grading_candidate } = rest
      await db
        .updateTable('club_member')
        .set({ category_id, marketing_source_id, is_grading_candidate })
        .where('member_id', '=', memberId)
        .where('club_id', '=', clubId)
        .execute()
      world.memberships.push({ memberId, clubId, statusId, ...rest })
    }
    await add(clubId, statusId)
    if (roll(3) === 0) {
      const [clubThere, statusThere] = [
        nth(
          clubIds.filter(id => id !== clubId),
          roll(2),
        ),
        nth(Object.values(memberStatus), roll(7)),
      ]
      await createMembership(db, { clubId: clubThere, memberId, statusId: statusThere })
      await add(clubThere, statusThere)
    }
    for (let contact = roll(3); contact > 0; contact--) {
      // A brother's mother is the mother of both.
      const known = [...world.guardians.values()].flat()
      const shared = known.length > 0 && roll(2) === 0 ? nth(known, roll(known.length)) : null
      if (shared !== null && world.guardians.get(memberId)?.includes(shared)) continue
      const theirs = addresses()
      const { personId } = await createContact(
        db,
        shared === null
          ? { memberId, ...plain(theirs), email: theirs.email ?? '', phone: theirs.phone ?? '' }
          : { memberId, personId: shared },
      )
      if (shared === null) know(personId, null, theirs)
      world.guardians.set(memberId, [...(world.guardians.get(memberId) ?? []), personId])
    }
    const klass = nth(classes, roll(3))
    if (roll(2)) {
      const removedOn = nth([null, addDays(testToday, -1), testToday, addDays(testToday, 1)], roll(4))
      await enrol(db, { classId: klass.id, memberId })
      await db.updateTable('class_member').set({ removed_on: removedOn }).where('member_id', '=', memberId).execute()
      world.classes.push({ memberId, classId: klass.id, clubId: klass.clubId, removedOn })
    }
    if (roll(2)) {
      const given = { memberId, tagId: nth(tagIds, roll(2)), clubId: nth(clubIds, roll(3)) }
      await db
        .insertInto('member_tag')
        .values({ ...tree, tag_id: given.tagId, member_id: memberId, club_id: given.clubId })
        .execute()
      world.tags.push(given)
    }
    for (const { id: disciplineId, gradeIds } of disciplines) {
      if (roll(2)) continue
      const gradeId = roll(4) ? nth(gradeIds, roll(gradeIds.length)) : undefined
      await study(db, { memberId, disciplineId, gradeId })
      world.studies.push({
        memberId,
        disciplineId,
        position: gradeId === undefined ? null : get(grades, gradeId).position,
      })
    }
  }
  for (const person of world.people.values())
    for (let entry = roll(4); entry > 0; entry--) {
      const [clubId, flag, isGiven] = [nth(clubIds, roll(3)), nth([1, 2], roll(2)), roll(3) > 0]
      await db
        .insertInto('consent')
        .values({ person_id: person.id, club_id: clubId, flag, is_given: isGiven, how: 'paper' })
        .execute()
      const said = person.said.get(clubId) ?? { given: 0, withdrawn: 0 }
      const [given, withdrawn] = [said.given & ~flag, said.withdrawn & ~flag]
      person.said.set(clubId, isGiven ? { given: given | flag, withdrawn } : { given, withdrawn: withdrawn | flag })
    }
  for (let index = 0; index < 6; index++) {
    const [clubId, until] = [nth(clubIds, roll(3)), nth([null, null, addDays(testToday, -1), testToday], roll(4))]
    const account = await createAccount(db, { clubId, ...(until && { userUntil: until }) })
    const { email: accountEmail } = await db
      .selectFrom('account')
      .select('email')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    know(account.personId, null, { email: null, phone: null })
    get(world.people, account.personId).accountEmail = accountEmail
    const user = await db
      .selectFrom('club_user')
      .select('id')
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow()
    const roles = roll(2) ? [nth([1003, 1004], roll(2))] : []
    for (const role_id of roles)
      await db.insertInto('club_user_role').values({ club_user_id: user.id, role_id }).execute()
    world.staff.push({ accountId: account.id, personId: account.personId, clubId, roles, until })
  }
  for (const [channel, address, reason] of [
    ['email', nth(emails, 1).toLowerCase(), 'bounced'],
    ['email', nth(emails, 2), 'complained'],
    ['sms', `+44${nth(numbers, 3).replaceAll(' ', '').slice(1)}`, 'stop'],
  ] as const) {
    await db
      .insertInto('undeliverable')
      .values({ ...tree, channel, address, reason, since: testNow })
      .execute()
    world.stopped.push({ channel, address, reason })
  }
  const gradeIds = [...grades.keys()]
  world.values = new Map([
    [messageParameter.club, clubIds],
    [messageParameter.memberStatus, Object.values(memberStatus)],
    [messageParameter.category, categoryIds],
    [messageParameter.class, classes.map(({ id }) => id)],
    [messageParameter.tags, tagIds],
    [messageParameter.refs, sourceIds],
    [messageParameter.disciplines, disciplines.map(({ id }) => id)],
    [messageParameter.gradeFrom, gradeIds],
    [messageParameter.gradeTo, gradeIds],
    [messageParameter.candidate, [0, 1]],
    [messageParameter.role, [1003, 1004]],
    [messageParameter.user, world.staff.map(({ accountId }) => accountId)],
  ])
  return world
}

const worlds = [await makeWorld(1), await makeWorld(2), await makeWorld(3)]

const condition = fc.tuple(fc.nat(11), fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }))
const conditions = (max: number) => fc.array(condition, { maxLength: max })

it('who is meant, and who is reached, is what a slow and obvious computation says', async () => {
  let reachedAnybody = 0
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        world: fc.constantFrom(...worlds),
        clubs: fc.subarray([0, 1, 2], { minLength: 1 }),
        include: conditions(3),
        exclude: conditions(2),
        channel: fc.constantFrom('email' as const, 'sms' as const),
        isNews: fc.boolean(),
        one: fc.boolean(),
      }),
      async ({ world, clubs, include, exclude, channel, isNews, one }) => {
        const real = (drawn: readonly (readonly [number, readonly number[]])[]) =>
          drawn.map(([parameter, values]) => {
            const [parameterId, known] = nth([...world.values], parameter)
            return { parameterId, values: values.map(value => nth(known, value)) }
          })
        const audience = AudienceShape.parse({ include: real(include), exclude: real(exclude) })
        const clubIds = clubs.map(index => nth(world.clubIds, index))
        const purpose = isNews ? ('marketing' as const) : ('service' as const)
        const asked = { clubIds, audience, channel, purpose, onePerAddress: one, today: testToday }
        const { rows } = await sql<Recipient>`${recipientsOf(asked)}`.execute(db)
        const should = expected(world, { clubIds, audience, channel, isNews, one })
        const line = (row: object) => JSON.stringify(row)
        expect(
          rows.map(row => line([row.member_id, row.club_id, row.person_id, row.address, row.refusal])).toSorted(),
        ).toEqual(
          should.map(row => line([row.memberId, row.clubId, row.personId, row.address, row.refusal])).toSorted(),
        )
        const counted = await countRecipients(db, asked)
        expect(counted).toEqual({
          total: should.length,
          reached: should.filter(({ refusal }) => refusal === null).length,
          refused: refusalKinds.flatMap(reason => {
            const count = should.filter(({ refusal }) => refusal === reason).length
            return count > 0 ? [{ reason, count }] : []
          }),
        })
        // Nobody who gets a message, or whose address gets one, is forgotten in it.
        const named = rows.flatMap(row => row.member_ids ?? []).toSorted((a, b) => a - b)
        const meant = rows
          .filter(row => row.refusal === null || row.refusal === 'duplicate')
          .flatMap(row => row.member_id ?? [])
        expect(named).toEqual(meant.toSorted((a, b) => a - b))
        reachedAnybody += counted.reached > 0 ? 1 : 0
      },
    ),
    { numRuns: histories(100, 900) },
  )
  // Conditions that nobody meets would prove nothing.
  expect(reachedAnybody).toBeGreaterThan(histories(20, 180))
}, 120_000)
