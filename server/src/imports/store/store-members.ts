import { memberStatus, transactionCategory, vatCode } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { postCharges, requireOpenDays } from '../../ledger/index.ts'
import type { ListedContact, ListedMember } from '../plan/listed-member.ts'
import type { ChangedMember, MemberPlan, NewMember, Who } from '../plan/plan.ts'
import { freshPerson, logged, type MadeMember, membershipRow, personRow } from './member-rows.ts'
import { insertRows, newIds, updateRows } from './rows.ts'
import type { Store } from './store.ts'
import { addDetails } from './store-details.ts'
import { storeDigests } from './store-digests.ts'

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
