import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import {
  accountColumns,
  type disableAccount as disableCall,
  type enableAccount as enableCall,
  type getAccounts as listCall,
} from '@honbu/contract/operator.ts'
import { sql } from 'kysely'
import { disableAccount as disable, enableAccount as enable, linkMailJob, logOutEverywhere } from '../identity/index.ts'
import { gridQuery } from '../platform/grid.ts'
import { Refused } from '../platform/refused.ts'
import { staffTimeZone } from '../platform/rights.ts'
import type { Read, Write } from '../platform/route.ts'
import { logAction } from './operator-log.ts'
import type { OperatorParts } from './parts.ts'

const name = sql<string>`trim(person.first_name || ' ' || person.last_name)`
const isConfirmed = sql<boolean>`(account.email_confirmed_at is not null)`
const isDisabled = sql<boolean>`(account.disabled_at is not null)`
const hasTwoFactor = sql<boolean>`(
  exists (select from account_totp where account_id = account.id and confirmed_at is not null)
  or exists (select from account_passkey where account_id = account.id))`
/** As in their rights: as a user of a club, or as its owner, admin or instructor. */
const clubsOn = (today: string) => sql<string | null>`(
  select string_agg(club.name, ', ' order by club.name) from club
  where account.person_id in (club.owner_id, club.admin_id, club.instructor_id) or exists (
    select from club_user where club_user.club_id = club.id and club_user.account_id = account.id
      and user_since <= ${today} and (user_until is null or user_until >= ${today})))`

export async function getAccounts({ db, user, now }: Read, grid: Input<typeof listCall>) {
  const clubs = clubsOn(todayIn(staffTimeZone, now))
  const { data, total } = await gridQuery(
    db
      .selectFrom('account')
      .innerJoin('person', 'person.id', 'account.person_id')
      .select(['account.id as accountId', 'account.email', 'account.last_login as lastLogin'])
      .select([name.as('name'), clubs.as('clubs'), isConfirmed.as('isConfirmed'), isDisabled.as('isDisabled')])
      .select([hasTwoFactor.as('hasTwoFactor'), sql<boolean>`(account.operator_since is not null)`.as('isOperator')]),
    {
      columns: accountColumns,
      expressions: {
        ...{ email: 'account.email', name, clubs, isConfirmed, hasTwoFactor, isDisabled },
        lastLogin: 'account.last_login',
      },
      id: 'account.id',
      sort: [{ field: 'email', dir: 'asc' }],
    },
    grid,
  )
  return {
    data: data.map(({ lastLogin, ...account }) => ({
      ...account,
      lastLogin: lastLogin?.toISOString() ?? null,
      isOwn: account.accountId === user.accountId,
    })),
    total,
  }
}

export async function disableAccount(write: Write, { id, reason }: Input<typeof disableCall>) {
  await another(write, id)
  if (!(await disable(write.tx, id, write.now))) throw new Refused(409, 'This account is disabled already.')
  await logAction(write, { action: 'disableAccount', aboutAccountId: id, reason })
  return {}
}

export async function enableAccount(write: Write, { id }: Input<typeof enableCall>) {
  await accountOf(write, id)
  if (!(await enable(write.tx, id))) throw new Refused(409, 'This account isn’t disabled.')
  await logAction(write, { action: 'enableAccount', aboutAccountId: id })
  return {}
}

export async function logOutAccount(write: Write, { id }: Input<typeof enableCall>) {
  await another(write, id)
  await logOutEverywhere(write.tx, id, write.now)
  await logAction(write, { action: 'logOutAccount', aboutAccountId: id })
  return {}
}

export const resendConfirmation =
  ({ hasOwnLogins }: OperatorParts) =>
  async (write: Write, { id }: Input<typeof enableCall>) => {
    const { email, confirmedAt } = await accountOf(write, id)
    if (!hasOwnLogins) throw new Refused(409, 'Another identity provider looks after logins here.')
    if (confirmedAt) throw new Refused(409, 'They’ve confirmed this email address already.')
    await write.enqueue(linkMailJob, { kind: 'confirm', email })
    await logAction(write, { action: 'resendConfirmation', aboutAccountId: id })
    return {}
  }

/** @throws Refused 409 for the operator's own account: they could shut themselves out */
async function another(write: Write, accountId: number): Promise<void> {
  if (accountId === write.user.accountId)
    throw new Refused(409, 'This is your own account. Another operator can do this.')
  await accountOf(write, accountId)
}

/** @throws Refused 404 */
async function accountOf({ tx }: Write, accountId: number) {
  const account = await tx
    .selectFrom('account')
    .select(['email', 'email_confirmed_at as confirmedAt'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!account) throw new Refused(404, 'There’s no such account.')
  return account
}
