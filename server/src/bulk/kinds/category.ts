import { saveMembership } from '../../membership/index.ts'
import type { Db } from '../../platform/database.ts'
import { type ChangeOf, fromTo, type Kind, leftOut } from '../kind.ts'
import { asSaved } from './as-saved.ts'

export const category: Kind<ChangeOf<'category'>> = {
  tables: ['club_member', 'plan_change'],
  whyNot: ({ categoryId }, change) => (categoryId === change.categoryId ? 'Has this category already.' : ''),
  async apply(context, membership, { categoryId }) {
    const { memberStatusId } = await saveMembership(context, { ...asSaved(membership), categoryId })
    // Saving someone who has a plan and hasn't joined makes them a member, which no one has asked for.
    if (memberStatusId !== membership.memberStatusId) throw leftOut('Saving this would make them a member.')
    const { tx } = context
    return fromTo(await nameOf(tx, membership.categoryId), await nameOf(tx, categoryId))
  },
}

async function nameOf(db: Db, id: number | null): Promise<string> {
  if (id === null) return 'No category'
  const row = await db.selectFrom('member_category').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  return row.name
}
