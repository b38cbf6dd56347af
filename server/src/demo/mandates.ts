import { memberStatus, paymentMethod } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Providers } from '../providers/index.ts'

/** An account at the local sandbox: nobody else is asked for what is made up. */
interface Bank {
  readonly url: string
  readonly accessToken: string
  readonly accountId: number
}

interface Payer {
  clubId: number
  rootClubId: number
  memberId: number
  firstName: string
  lastName: string
  since: string
}

const atOnce = 24

/** As whom the clubs of a tree are known at the sandbox (start.ts). */
export const sandboxToken = (rootClubId: number) => `sandbox_club_${rootClubId}`

/**
 * The demo's members who pay by direct debit have given a mandate, which the sandbox knows too, so that it can be collected
 * by: made there by the same calls by which a real club would bring its payers with it.
 */
export async function addDemoMandates(db: Db, url: string, providers: Pick<Providers, 'goCardlessFor'>): Promise<void> {
  const roots = await db.selectFrom('club').select('id').where('parent_club_id', 'is', null).orderBy('id').execute()
  for (const { id } of roots) {
    const { accountId } = await providers.goCardlessFor(id)
    await addMandatesOf(db, id, { url, accessToken: sandboxToken(id), accountId })
  }
}

async function addMandatesOf(db: Db, rootClubId: number, bank: Bank): Promise<void> {
  const { rows: payers } = await sql<Payer>`
    select club_id as "clubId", membership.root_club_id as "rootClubId", member_id as "memberId",
      first_name as "firstName", last_name as "lastName", coalesce(member_since, date_added::date) as since
    from club_member membership
    join member on member.id = membership.member_id
    join person on person.id = member.person_id
    where membership.root_club_id = ${rootClubId} and payment_method_id = ${paymentMethod.directDebit}
      and member_status_id in (${memberStatus.active}, ${memberStatus.issue})
    order by membership.id`.execute(db)
  const made: { payer: Payer; customer: string; mandate: string }[] = []
  const queue = [...payers]
  const work = async () => {
    for (let payer = queue.shift(); payer; payer = queue.shift()) {
      const { firstName, lastName } = payer
      const name = { given_name: firstName, family_name: lastName || firstName }
      const { id: customer } = await make(bank, 'customers', { ...name, country_code: 'GB' })
      const { id: account } = await make(bank, 'customer_bank_accounts', {
        account_holder_name: `${firstName} ${lastName}`.trim().slice(0, 18),
        branch_code: '200000',
        account_number: '55779911',
        country_code: 'GB',
        links: { customer },
      })
      const { id: mandate } = await make(bank, 'mandates', {
        scheme: 'bacs',
        links: { customer_bank_account: account },
      })
      await post(bank, '/scenario_simulators/mandate_activated/actions/run', { data: { links: { resource: mandate } } })
      made.push({ payer, customer, mandate })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (made.length === 0) return
  await db
    .insertInto('mandate')
    .values(
      made.map(({ payer, customer, mandate }) => ({
        ...{ club_id: payer.clubId, root_club_id: payer.rootClubId, member_id: payer.memberId },
        ...{ provider_account_id: bank.accountId, reference: mandate, customer_reference: customer, state: 'active' },
        created_at: `${payer.since}T12:00:00Z`,
      })),
    )
    .execute()
}

async function make(bank: Bank, kind: string, row: object): Promise<{ id: string }> {
  const answer = await post(bank, `/${kind}`, { [kind]: row })
  const made = (answer as Record<string, { id?: unknown }>)[kind]
  if (typeof made?.id !== 'string') throw new Error(`the sandbox has not made one of ${kind}`)
  return { id: made.id }
}

async function post({ url, accessToken }: Bank, path: string, body: object): Promise<unknown> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'gocardless-version': '2015-07-06',
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`the sandbox answered ${path} with ${answer.status}`)
  return await answer.json()
}
