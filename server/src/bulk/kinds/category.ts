import { saveMembership } from '../../membership/index.ts'
import type { Db } from '../../platform/database.ts'
import { type ChangeOf, fromTo, type Kind } from '../kind.ts'
import { asSaved } from './as-saved.ts'

export const category: Kind<ChangeOf<'category'>> = {
  tables: ['club_member', 'plan_change'],
  whyNot: ({ categoryId }, change) => (categoryId === change.categoryId ? 'Has this category already.' : ''),
  async apply(context, membership, { categoryId }) {
    await saveMembership(context, { ...asSaved(membership), categoryId })
    const { tx } = context
    return fromTo(await nameOf(tx, membership.categoryId), await nameOf(tx, categoryId))
  },
}

async function nameOf(db: Db, id: number | null): Promise<string> {
  if (id === null) return 'No category'
  const row = await db.selectFrom('member_category').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  return row.name
}
