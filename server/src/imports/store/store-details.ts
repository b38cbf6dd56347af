import { memberStatus } from '@honbu/contract/ids.ts'
import type { ListedMember } from '../plan/listed-member.ts'
import type { MemberPlan, NewMember } from '../plan/plan.ts'
import { addRows, type MadeMember } from './member-rows.ts'
import type { Store } from './store.ts'
import { storeTags } from './store-tags.ts'

const chunkLength = 500

/** Someone with the details that are stored beside their membership. */
interface Detailed extends Pick<ListedMember, 'notes' | 'tags' | 'consents' | 'mandateReferences'> {
  readonly memberId: number
  readonly personId: number
  readonly classIds: readonly number[]
}

export async function addDetails(store: Store, plan: MemberPlan, made: ReadonlyMap<number, MadeMember>): Promise<void> {
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
  const { rootClubId, today, disciplineId, disciplineOf } = store
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
  await addRows(store, 'member_discipline', rows)
}

async function addNotes(store: Store, people: readonly Detailed[]): Promise<void> {
  const { clubId, rootClubId, accountId, now } = store
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
  await addRows(store, 'member_note', rows)
}

async function addReferences(store: Store, people: readonly Detailed[]): Promise<void> {
  const { rootClubId } = store
  const rows = people.flatMap(({ memberId, mandateReferences }) =>
    mandateReferences.map(reference => ({ root_club_id: rootClubId, member_id: memberId, reference })),
  )
  await addRows(store, 'imported_mandate', rows, { unless: '(member_id, reference)' })
}

async function addClasses(store: Store, people: readonly Detailed[]): Promise<void> {
  const { clubId, rootClubId, today } = store
  const rows = people.flatMap(({ memberId, classIds }) =>
    classIds.map(classId => ({
      class_id: classId,
      club_id: clubId,
      root_club_id: rootClubId,
      member_id: memberId,
      date_added: today,
    })),
  )
  await addRows(store, 'class_member', rows, { unless: '(class_id, member_id) where removed_on is null' })
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
