import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/help.ts'
import type { Read, Write } from '../platform/route.ts'

export async function getHelpVote({ db, user }: Read, { article }: Input<typeof call.getHelpVote>) {
  return { isHelpful: await voteOf({ db, user }, article) }
}

export async function saveHelpVote({ tx, user, now, audit }: Write, input: Input<typeof call.saveHelpVote>) {
  const { article, isHelpful } = input
  const before = await voteOf({ db: tx, user }, article)
  if (isHelpful === null)
    await tx.deleteFrom('help_vote').where('account_id', '=', user.accountId).where('article', '=', article).execute()
  else
    await tx
      .insertInto('help_vote')
      .values({ account_id: user.accountId, article, is_helpful: isHelpful, voted_at: now })
      .onConflict(held => held.columns(['account_id', 'article']).doUpdateSet({ is_helpful: isHelpful, voted_at: now }))
      .execute()
  audit({
    clubId: null,
    subject: 'help_vote',
    subjectId: null,
    before: { article, isHelpful: before },
    after: { article, isHelpful },
  })
  return { isHelpful }
}

async function voteOf({ db, user }: Pick<Read, 'db' | 'user'>, article: string): Promise<boolean | null> {
  const vote = await db
    .selectFrom('help_vote')
    .select('is_helpful')
    .where('account_id', '=', user.accountId)
    .where('article', '=', article)
    .executeTakeFirst()
  return vote?.is_helpful ?? null
}
