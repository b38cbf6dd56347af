import { memberStatus, transactionCategory, vatCode } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { postCharges, requireOpenDays } from '../../ledger/index.ts'
import { type Digests, digestOf, digestsOf, keyOf } from '../plan/digests.ts'
import { fullName } from '../plan/known.ts'
import type { ListedContact, ListedMember } from '../plan/listed-member.ts'
import type { ChangedMember, MemberPlan, NewMember, Who } from '../plan/plan.ts'
import { yesNo } from '../plan/wording.ts'
import { insertRows, type Logged, newIds, updateRows } from './rows.ts'
import type { Store } from './store.ts'
import { storeTags } from './store-tags.ts'

/** Who was made from a line. */
export interface MadeMember {
  readonly line: number
  readonly memberId: number
  readonly personId: number
  readonly clubMemberId: number
}

const chunkLength = 500

/** Stores what was planned; answers the members who were made, by their lines. */
export async function storeMembers(store: Store, plan: MemberPlan): Promise<ReadonlyMap<number, MadeMember>> {
  const made = new Map<number, MadeMember>()
  for (let from = 0; from < plan.added.length; from += chunkLength) {
    const chunk = plan.added.slice(from, from + chunkLength)
    for (const member of await addMembers(store, chunk)) made.set(member.line, member)
    await store.onStored(chunk.length)
  }
  for (let from = 0; from < plan.changed.length; from += chunkLength) {
    const chunk = plan.changed.slice(from, from + chunkLength)
    await changeMembers(store, chunk)
    await store.onStored(chunk.length)
  }
  const memberIdOf = (who: Who) => ('memberId' in who ? who.memberId : (made.get(who.line)?.memberId ?? 0))
  await addContacts(store, plan, { made, memberIdOf })
  await addLinks(store, plan, memberIdOf)
  await addDetails(store, plan, made)
  await addBalances(store, plan.added, made)
  await storeDigests(store, plan, made)
  return made
}

/** How rows of a table are written down: the member stands in one of their columns. */
export const logged = ({ importId, rootClubId }: Store, key: readonly string[] = ['id']): Logged => ({
  importId,
  rootClubId,
  key,
  memberIdOf: row => Number(row.member_id),
})

async function addMembers(store: Store, chunk: readonly NewMember[]): Promise<MadeMember[]> {
  const { tx, clubId, rootClubId, today, accountId } = store
  const [people, members, memberships] = await Promise.all([
    newIds(tx, 'person', chunk.length),
    newIds(tx, 'member', chunk.length),
    newIds(tx, 'club_member', chunk.length),
  ])
  const made = chunk.map(({ line }, index) => ({
    line,
    memberId: members[index] ?? 0,
    personId: people[index] ?? 0,
    clubMemberId: memberships[index] ?? 0,
  }))
  const memberOfPerson = new Map(made.map(({ personId, memberId }) => [personId, memberId]))
  const at = (index: number) => made[index] ?? { memberId: 0, personId: 0, clubMemberId: 0 }
  const inTree = { root_club_id: rootClubId }
  // The log names a member, so its rows can only be written when he is there.
  await sql`set constraints import_change_member deferred`.execute(tx)
  await insertRows(
    tx,
    'person',
    chunk.map(({ listed }, index) => ({ id: at(index).personId, ...personRow(listed) })),
    { ...logged(store), memberIdOf: ({ id }) => memberOfPerson.get(Number(id)) ?? 0 },
  )
  await insertRows(
    tx,
    'member',
    chunk.map(({ code }, index) => ({ ...inTree, id: at(index).memberId, person_id: at(index).personId, code })),
    { ...logged(store), memberIdOf: ({ id }) => Number(id) },
  )
  await insertRows(
    tx,
    'club_member',
    chunk.map(({ listed }, index) => ({
      ...inTree,
      id: at(index).clubMemberId,
      member_id: at(index).memberId,
      club_id: clubId,
      ...membershipRow(listed),
      communication_flags: 0,
      date_added: store.now,
      version: 1,
      is_grading_candidate: false,
    })),
    logged(store),
  )
  await tx
    .insertInto('member_status_change')
    .values(
      chunk.map(({ listed }, index) => ({
        club_member_id: at(index).clubMemberId,
        club_id: clubId,
        to_status_id: listed.statusId,
        // The list does not say when a status began. The day of leaving or joining at least keeps years-old members, and
        // people who left long ago, out of this week's news.
        changed_on: begun(listed, today),
        reason: 'Imported',
        account_id: accountId,
      })),
    )
    .execute()
  return made
}

function begun({ statusId, left, joined }: ListedMember, today: string): string {
  const day = (statusId === memberStatus.lapsed ? left : null) ?? joined ?? today
  return day > today ? today : day
}

const personRow = (listed: ListedMember) => ({
  first_name: listed.firstName,
  last_name: listed.lastName,
  gender: listed.gender ?? '-',
  dob: listed.dob,
  email: listed.email,
  phone_mob: listed.mobile,
  phone_day: listed.phoneDay,
  phone_eve: listed.phoneEve,
  address_line: listed.address.line,
  town: listed.address.town,
  postcode: listed.address.postcode,
  ...freshPerson,
})

/** What every row says that is inserted with all its columns. */
const freshPerson = { version: 1, created_at: 'now' }

function membershipRow(listed: ListedMember) {
  const isTrial = listed.statusId === memberStatus.prospect || listed.statusId === memberStatus.enquiry
  return {
    member_status_id: listed.statusId,
    member_since: isTrial ? null : listed.joined,
    trial_start: isTrial ? listed.joined : null,
    member_until: listed.left,
    attended_before: listed.lastAttended,
    category_id: listed.categoryId,
    training_plan_id: listed.planId,
    sub_price_pence: listed.pricePence,
    sub_frequency_id: listed.frequencyId,
    payment_method_id: listed.paymentMethodId,
    next_payment: listed.nextPayment,
    next_renewal: listed.renewal,
    marketing_source_id: listed.sourceId,
  }
}

async function changeMembers(store: Store, chunk: readonly ChangedMember[]): Promise<void> {
  const { tx } = store
  const rows = (id: 'personId' | 'clubMemberId', of: 'person' | 'membership') =>
    chunk.map(change => ({ id: change[id], memberId: change.memberId, set: change[of] }))
  await updateRows(tx, 'person', rows('personId', 'person'), store)
  await updateRows(tx, 'club_member', rows('clubMemberId', 'membership'), store)
  await changeDisciplines(
    store,
    chunk.flatMap(({ memberId, discipline }) => (discipline ? [{ memberId, ...discipline }] : [])),
  )
}

type DisciplineChange = NonNullable<ChangedMember['discipline']> & { readonly memberId: number }

/** What members have reached in a discipline; one that is new to them is added. */
export async function changeDisciplines(store: Store, changes: readonly DisciplineChange[]): Promise<void> {
  const { tx, rootClubId } = store
  const isOf = (change: DisciplineChange) => `${change.memberId} ${change.disciplineId}`
  const { rows } = await sql<{ id: number; key: string }>`
    select id, member_id || ' ' || discipline_id as key from member_discipline
    where member_id = any(${changes.map(({ memberId }) => memberId)}::bigint[])`.execute(tx)
  const idOf = new Map(rows.map(({ id, key }) => [key, id]))
  const there = changes.filter(({ isNew }) => !isNew)
  const setColumns = there.map(change => ({
    id: idOf.get(isOf(change)) ?? 0,
    memberId: change.memberId,
    set: change.columns,
  }))
  await updateRows(tx, 'member_discipline', setColumns, store)
  const added = changes.filter(({ isNew }) => isNew)
  const ids = await newIds(tx, 'member_discipline', added.length)
  const none = { current_grade_id: null, last_grading: null, earlier_classes: 0, earlier_classes_on: null }
  await insertRows(
    tx,
    'member_discipline',
    added.map(({ memberId, disciplineId, columns }, index) => ({
      id: ids[index],
      root_club_id: rootClubId,
      member_id: memberId,
      discipline_id: disciplineId,
      ...none,
      ...columns,
    })),
    logged(store),
  )
}

interface Made {
  readonly made: ReadonlyMap<number, MadeMember>
  readonly memberIdOf: (who: Who) => number
}

async function addContacts(store: Store, { contacts }: MemberPlan, { made, memberIdOf }: Made): Promise<void> {
  const { tx, rootClubId } = store
  const people = new Map<number, { listed: ListedContact; memberId: number }>()
  for (const { person, of } of contacts)
    if ('newContact' in person && !people.has(person.newContact))
      people.set(person.newContact, { listed: person.listed, memberId: memberIdOf(of) })
  const ids = await newIds(tx, 'person', people.size)
  const idOf = new Map([...people.keys()].map((place, index) => [place, ids[index] ?? 0]))
  const ownerOf = new Map([...people].map(([place, { memberId }]) => [idOf.get(place) ?? 0, memberId]))
  await insertRows(
    tx,
    'person',
    [...people].map(([place, { listed }]) => ({
      id: idOf.get(place),
      first_name: listed.firstName,
      last_name: listed.lastName,
      gender: '-',
      email: listed.email,
      phone_mob: listed.mobile,
      ...freshPerson,
    })),
    { ...logged(store), memberIdOf: ({ id }) => ownerOf.get(Number(id)) ?? 0 },
  )
  const rowIds = await newIds(tx, 'member_contact', contacts.length)
  const count = new Map<number, number>()
  const rows = contacts.map(({ of, person, relationship, isGuardian, isEmergency }, index) => {
    const memberId = memberIdOf(of)
    const position = (count.get(memberId) ?? 0) + 1
    count.set(memberId, position)
    const personId =
      'personId' in person
        ? person.personId
        : 'line' in person
          ? made.get(person.line)?.personId
          : idOf.get(person.newContact)
    return {
      id: rowIds[index],
      root_club_id: rootClubId,
      member_id: memberId,
      person_id: personId,
      relationship,
      is_guardian: isGuardian,
      is_emergency: isEmergency,
      position,
    }
  })
  await insertRows(tx, 'member_contact', rows, logged(store), { unless: '(member_id, person_id)' })
}

async function addLinks(store: Store, { links }: MemberPlan, memberIdOf: (who: Who) => number): Promise<void> {
  const ids = await newIds(store.tx, 'member_link', links.length)
  const rows = links.map(({ member, linked, relationship }, index) => ({
    id: ids[index],
    member_id: memberIdOf(member),
    linked_member_id: memberIdOf(linked),
    root_club_id: store.rootClubId,
    relationship,
    linked_since: store.today,
    version: 1,
    created_at: store.now,
  }))
  const pair = '(least(member_id, linked_member_id), greatest(member_id, linked_member_id))'
  await insertRows(store.tx, 'member_link', rows, logged(store), { unless: pair })
}

/** Somebody with what hangs on him. */
interface Detailed extends Pick<ListedMember, 'notes' | 'tags' | 'consents' | 'mandateReferences'> {
  readonly memberId: number
  readonly personId: number
  readonly classIds: readonly number[]
}

async function addDetails(store: Store, plan: MemberPlan, made: ReadonlyMap<number, MadeMember>): Promise<void> {
  const added = plan.added.flatMap(({ line, listed }): Detailed[] => {
    const member = made.get(line)
    const register = listed.statusId === memberStatus.active ? store.enrolClassId : null
    const classIds = [...new Set([...listed.classIds, register].filter(id => id !== null))]
    return member ? [{ ...listed, memberId: member.memberId, personId: member.personId, classIds }] : []
  })
  await addDisciplines(store, plan.added, made)
  const people: Detailed[] = [...added, ...plan.changed]
  await addNotes(store, people)
  await addReferences(store, people)
  await addClasses(store, people)
  await storeTags(store, people)
  await addConsents(store, people)
}

async function addDisciplines(store: Store, added: readonly NewMember[], made: ReadonlyMap<number, MadeMember>) {
  const { tx, rootClubId, today, disciplineId, disciplineOf } = store
  const rows = added.flatMap(({ line, listed }) => {
    const studied = listed.gradeId === null ? disciplineId : disciplineOf(listed.gradeId)
    if (!studied) return []
    return [
      {
        member_id: made.get(line)?.memberId,
        root_club_id: rootClubId,
        discipline_id: studied,
        current_grade_id: listed.gradeId,
        last_grading: listed.gradeId === null ? null : listed.lastGrading,
        studied_since: listed.joined ?? today,
        earlier_classes: listed.classesSince ?? 0,
        earlier_classes_on: listed.classesSince === null ? null : today,
      },
    ]
  })
  const ids = await newIds(tx, 'member_discipline', rows.length)
  await insertRows(
    tx,
    'member_discipline',
    rows.map((row, index) => ({ id: ids[index], ...row })),
    logged(store),
  )
}

async function addNotes(store: Store, people: readonly Detailed[]): Promise<void> {
  const { tx, clubId, rootClubId, accountId, now } = store
  const rows = people.flatMap(({ memberId, notes }) =>
    notes.map(({ subject, text, isPinned }) => ({
      club_id: clubId,
      root_club_id: rootClubId,
      member_id: memberId,
      category_id: 1301,
      subject,
      note: text.slice(0, 10_000),
      completed: false,
      is_pinned: isPinned,
      has_sms: false,
      has_email: false,
      account_id: accountId,
      version: 1,
      created_at: now,
    })),
  )
  const ids = await newIds(tx, 'member_note', rows.length)
  await insertRows(
    tx,
    'member_note',
    rows.map((row, index) => ({ id: ids[index], ...row })),
    logged(store),
  )
}

async function addReferences(store: Store, people: readonly Detailed[]): Promise<void> {
  const { tx, rootClubId } = store
  const rows = people.flatMap(({ memberId, mandateReferences }) =>
    mandateReferences.map(reference => ({ root_club_id: rootClubId, member_id: memberId, reference })),
  )
  const ids = await newIds(tx, 'imported_mandate', rows.length)
  await insertRows(
    tx,
    'imported_mandate',
    rows.map((row, index) => ({ id: ids[index], ...row })),
    logged(store),
    { unless: '(member_id, reference)' },
  )
}

async function addClasses(store: Store, people: readonly Detailed[]): Promise<void> {
  const { tx, clubId, rootClubId, today } = store
  const rows = people.flatMap(({ memberId, classIds }) =>
    classIds.map(classId => ({
      class_id: classId,
      club_id: clubId,
      root_club_id: rootClubId,
      member_id: memberId,
      date_added: today,
    })),
  )
  const ids = await newIds(tx, 'class_member', rows.length)
  await insertRows(
    tx,
    'class_member',
    rows.map((row, index) => ({ id: ids[index], ...row })),
    logged(store),
    { unless: '(class_id, member_id) where removed_on is null' },
  )
}

/** Consents are not in the log of changes: they carry the import themselves. */
async function addConsents(
  { tx, importId, clubId, accountId, now }: Store,
  people: readonly Detailed[],
): Promise<void> {
  const rows = people.flatMap(({ personId, consents }) =>
    consents.map(({ flag, isGiven }) => ({
      person_id: personId,
      club_id: clubId,
      flag,
      is_given: isGiven,
      how: 'import',
      account_id: accountId,
      recorded_at: now,
      import_batch_id: importId,
    })),
  )
  for (let from = 0; from < rows.length; from += chunkLength)
    await tx
      .insertInto('consent')
      .values(rows.slice(from, from + chunkLength))
      .execute()
}

/**
 * Opening balances are charges and credits of today, so that they are in the books as every other one.
 * @throws Refused if the books are closed to today
 */
async function addBalances(store: Store, added: readonly NewMember[], made: ReadonlyMap<number, MadeMember>) {
  const { tx, importId, clubId, rootClubId, accountId, today } = store
  const owing = added.flatMap(({ line, listed: { balancePence } }) => {
    const memberId = made.get(line)?.memberId
    return memberId === undefined || balancePence === null ? [] : [{ memberId, pence: balancePence }]
  })
  if (owing.length > 0) await requireOpenDays(tx, { clubId, today, days: { balance: today } })
  for (let from = 0; from < owing.length; from += chunkLength) {
    const chunk = owing.slice(from, from + chunkLength)
    const ids = await postCharges(
      tx,
      chunk.map(({ memberId, pence }) => ({
        ...{ clubId, memberId, pence, accountId, transactionDate: today, dueOn: today },
        description: 'Opening balance',
        categoryId: transactionCategory.correction,
        // It was taxed, or not, where it arose.
        vatCodeId: vatCode.outside,
      })),
    )
    const rows = chunk.map(({ memberId }, index) => ({
      ...{ import_batch_id: importId, root_club_id: rootClubId, member_id: memberId },
      ...{ table_name: 'charge', what: 'added', key: JSON.stringify({ id: ids[index] }) },
    }))
    await tx.insertInto('import_change').values(rows).execute()
  }
}

/** Remembers what was stored, so that a later import knows it from what people have edited. */
async function storeDigests(store: Store, plan: MemberPlan, made: ReadonlyMap<number, MadeMember>): Promise<void> {
  const { tx, importId, clubId, rootClubId } = store
  const inClub = { club_id: clubId, root_club_id: rootClubId }
  const added = plan.added.map(({ line, listed }) => ({
    ...{
      ...inClub,
      member_id: made.get(line)?.memberId,
      created_by_id: importId,
      digests: storedDigests(store, listed),
    },
  }))
  const first = plan.changed.filter(({ imported }) => imported.id === null)
  const changed = first.map(({ memberId, imported }) => ({
    ...{ ...inClub, member_id: memberId, created_by_id: null, digests: imported.digests },
  }))
  const rows = [...added, ...changed]
  const ids = await newIds(tx, 'imported_member', rows.length)
  await insertRows(
    tx,
    'imported_member',
    rows.map((row, index) => ({ id: ids[index], ...row })),
    logged(store),
  )
  const again = plan.changed.flatMap(({ memberId, imported: { id, digests } }) =>
    id === null ? [] : [{ id, memberId, set: { digests } }],
  )
  await updateRows(tx, 'imported_member', again, store)
}

function storedDigests({ disciplineOf, enrolClassId }: Store, listed: ListedMember): Digests {
  const disciplineId = listed.gradeId === null ? undefined : disciplineOf(listed.gradeId)
  const { version: _, created_at: __, ...person } = personRow(listed)
  const register = listed.statusId === memberStatus.active ? enrolClassId : null
  const added = [
    ...[...listed.classIds, register].filter(id => id !== null).map(keyOf.class),
    ...listed.tags.map(keyOf.tag),
    ...listed.notes.map(({ text }) => keyOf.note(text)),
    ...listed.mandateReferences.map(keyOf.mandate),
    ...listed.contacts.map(contact => keyOf.contact(fullName(contact))),
  ]
  return {
    ...digestsOf('person', person),
    ...digestsOf('membership', membershipRow(listed)),
    ...Object.fromEntries(listed.consents.map(({ flag, isGiven }) => [keyOf.consent(flag), digestOf(yesNo(isGiven))])),
    ...Object.fromEntries(added.map(key => [key, digestOf(true)])),
    ...(listed.balancePence !== null && { balance: digestOf(listed.balancePence) }),
    ...(disciplineId !== undefined && {
      [keyOf.discipline(disciplineId, 'current_grade_id')]: digestOf(listed.gradeId),
      [keyOf.discipline(disciplineId, 'last_grading')]: digestOf(listed.lastGrading),
      [keyOf.discipline(disciplineId, 'earlier_classes')]: digestOf(listed.classesSince),
    }),
  }
}
