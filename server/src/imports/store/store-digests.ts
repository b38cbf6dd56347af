import { memberStatus } from '@honbu/contract/ids.ts'
import { type Digests, digestOf, digestsOf, keyOf } from '../plan/digests.ts'
import { fullName } from '../plan/known.ts'
import type { ListedMember } from '../plan/listed-member.ts'
import type { MemberPlan } from '../plan/plan.ts'
import { yesNo } from '../plan/wording.ts'
import { addRows, type MadeMember, membershipRow, personRow } from './member-rows.ts'
import { updateRows } from './rows.ts'
import type { Store } from './store.ts'

/** Remembers what was stored, so that a later import knows it from what people have edited. */
export async function storeDigests(
  store: Store,
  plan: MemberPlan,
  made: ReadonlyMap<number, MadeMember>,
): Promise<void> {
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
  await addRows(store, 'imported_member', rows)
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
