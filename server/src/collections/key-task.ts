import { todayIn } from '@honbu/contract/calendar.ts'
import type { Db } from '../platform/database.ts'
import type { ProviderProblem } from '../providers/index.ts'
import { closeTasks, raiseTask } from '../tasks/index.ts'

interface Parts {
  readonly db: Db
  readonly now: () => Date
}

const kind = 'collection'
const causeOf = (accountId: number) => `provider-account:${accountId}:key`

/** A key that a provider does not take stops all that goes by it until a person enters another: one task says so. */
export async function raiseKeyTask({ db, now }: Parts, accountId: number, { message }: ProviderProblem): Promise<void> {
  await db.transaction().execute(async tx => {
    const account = await tx
      .selectFrom('provider_account as account')
      .innerJoin('club', 'club.id', 'account.club_id')
      .select(['account.club_id as clubId', 'club.time_zone as timeZone'])
      .where('account.id', '=', accountId)
      .executeTakeFirst()
    if (!account) return
    await raiseTask(tx, {
      ...{ clubId: account.clubId, memberId: null, kind, cause: causeOf(accountId) },
      subject: `${message} Until then nothing goes through it, and what is due waits.`.slice(0, 500),
      dueOn: todayIn(account.timeZone, now()),
    })
  })
}

/** The provider takes the key. */
export async function settleKeyTask({ db, now }: Parts, accountId: number): Promise<void> {
  const because = 'The key works again'
  await db.transaction().execute(tx => closeTasks(tx, { kind, causes: [causeOf(accountId)], because, now: now() }))
}
