import { contract } from '@honbu/contract/contract.ts'
import type { Endpoint } from '@honbu/contract/endpoint.ts'
import type { Guard } from '@honbu/contract/guards.ts'
import { role } from '@honbu/contract/ids.ts'
import { afterAll, expect, it } from 'vitest'
import { openTestApp } from './app.ts'
import { freshDatabase } from './database.ts'
import { createAccount, createClub } from './factories/people.ts'
import { guardsOf, inputOf } from './input-of.ts'
import { createOurRows } from './our-rows.ts'

const database = await freshDatabase()
const { db } = database
const { app, as, close, rights } = await openTestApp(database)
afterAll(close)

const above = await createClub(db)
const rows = await createOurRows(db, above.id)
const owner = await createAccount(db, { clubId: above.id, isAdmin: true })
const coachAbove = await createAccount(db, { clubId: above.id })
const figuresAbove = await createAccount(db, { clubId: above.id, isAdmin: true })
await db
  .updateTable('club_user')
  .set({ reach: 'own', sees_figures: true })
  .where('account_id', '=', figuresAbove.id)
  .execute()

const frontDesk = await createAccount(db, { clubId: rows.club, roleIds: [role.reception] })
const treasurer = await createAccount(db, { clubId: rows.club, roleIds: [role.treasurer] })

/** The kinds of user, as the columns of the table. The order matters: what an admin does may not be there to do again. */
const users = {
  Nobody: null,
  Expired: rows.former,
  Stranger: rows.stranger,
  Coach: rows.coach,
  'Front desk': frontDesk.sub,
  Treasurer: treasurer.sub,
  'Figures above': figuresAbove.sub,
  'Coach above': coachAbove.sub,
  Admin: rows.admin,
  'Admin above': owner.sub,
}

/** The same asked while our club is stopped. Its admin is its owner too, as it names none. */
const whileStopped = {
  'Owner, suspended': { kind: 'suspended', sub: rows.admin },
  'Staff, suspended': { kind: 'suspended', sub: treasurer.sub },
  'Owner, closed': { kind: 'closed', sub: rows.admin },
}

/** Whether each call lets them in while our club is stopped. Their rights are read again once, not for each call. */
async function letInWhileStopped({ kind, sub }: { kind: string; sub: string }): Promise<Map<string, boolean>> {
  const found = new Map<string, boolean>()
  await db.insertInto('club_stop').values({ club_id: rows.club, kind, since: '2026-05-01T00:00Z' }).execute()
  rights.forget()
  for (const call of Object.entries(contract)) {
    const [name, endpoint] = call
    const isIn = await isLetIn(call, sub)
    const guarded = guardsOf(endpoint).length > 0
    const changes = endpoint.kind === 'write' && !endpoint.whileClosed
    if (guarded && (changes || sub === treasurer.sub)) expect(isIn, name).toBe(false)
    found.set(name, isIn)
  }
  await db.deleteFrom('club_stop').execute()
  rights.forget()
  return found
}

async function isLetIn([name, endpoint]: [string, Endpoint], sub: string | null): Promise<boolean> {
  const input = await inputOf([name, endpoint], { db, rows })
  const path = endpoint.path.replace(/:(\w+)/g, (_, field: string) => String(input[field]))
  const rest = Object.entries(input).filter(([field]) => !endpoint.path.includes(`:${field}`))
  const query = new URLSearchParams(rest.map(([field, value]): [string, string] => [field, String(value)]))
  const { status } =
    endpoint.method === 'POST'
      ? await as(sub).post(path, Object.fromEntries(rest))
      : await as(sub).get(`${path}?${query}`)
  expect(status, name).toBeLessThan(500)
  return status !== 401 && status !== 403
}

/** What a call asks for, in the words of the contract. */
const asks = (endpoint: Endpoint) =>
  guardsOf(endpoint)
    .map(
      ({ admin, figures, may, subject, id }) =>
        `${admin ? 'admin of ' : figures ? 'figures of ' : ''}${may ? `${may} in ` : ''}${subject} \`${id}\``,
    )
    .join(', ') || (endpoint.access === 'operator' ? 'operator' : 'signed in')

const asksForOpenClub = ({ subject, figures }: Guard) => subject === 'club' && !figures

it('is what docs/access.md says', { timeout: 300_000 }, async () => {
  const whileAStop: Map<string, boolean>[] = []
  for (const stopped of Object.values(whileStopped)) whileAStop.push(await letInWhileStopped(stopped))
  const areas = new Map<string, string[]>()
  for (const [name, endpoint] of Object.entries(contract)) {
    const cells: string[] = []
    const stops = whileAStop.map(found => (found.get(name) ? 'yes' : '–'))
    for (const [kind, sub] of Object.entries(users)) {
      const isIn = await isLetIn([name, endpoint], sub)
      if (kind === 'Figures above' && guardsOf(endpoint).some(asksForOpenClub)) expect(isIn, name).toBe(false)
      cells.push(isIn ? 'yes' : '–')
    }
    const area = endpoint.path.split('/').slice(0, 3).join('/')
    const line = [`${endpoint.method} ${endpoint.path.slice(area.length) || '/'}`, asks(endpoint), ...cells, ...stops]
    areas.set(area, [...(areas.get(area) ?? []), `| ${line.join(' | ')} |`])
  }
  const heads = ['Call', 'Asks for', ...Object.keys(users), ...Object.keys(whileStopped)]
  const tables = [...areas]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([area, lines]) =>
        `## ${area}\n\n| ${heads.join(' | ')} |\n|${heads.map(() => '---|').join('')}\n${lines.sort().join('\n')}\n`,
    )
  await expect(`${words}\n${tables.join('\n')}\n${others()}`).toMatchFileSnapshot('../../docs/access.md')
})

const words = `# Who may call what

Each call of the contract, asked by each kind of user about rows of one club: \`yes\` where it was let in, \`–\` where it was
answered 401 or 403. Made by \`server/test/access.test.ts\`, which fails when an answer changes; after a change that is
meant, \`npx vitest run -u server/test/access.test.ts\` writes it anew.

- **Nobody**: without a token, or with a forged one.
- **Expired**: somebody who worked in the club until yesterday.
- **Stranger**: the owner of another club, of another tree.
- **Coach**, **Front desk**, **Treasurer**, **Admin**: a user of the club with no role (as a coach), in the role Reception, in the
  role Treasurer, and an admin. What a role allows can be changed by each club; this is what it is until then.
- **Figures above**: an admin of its parent club who sees the reports of the clubs below, and opens none of them.
- **Coach above**, **Admin above**: the same, of its parent club.
- **Owner, suspended**, **Staff, suspended**: its owner and its treasurer, while an operator has suspended the club.
- **Owner, closed**: its owner, once they have closed it.

"Asks for" is what the call declares: whose row each id has to be. A user of none of the clubs of such a row is refused before
anything of it is read. An operator looks after the installation: the command \`grant-operator\` has given their account that
right, and they have logged in with two factors. \`server/src/operator/operator.test.ts\` calls these as one.
`

/** Addresses that are no calls of the contract. */
function others(): string {
  const paths = new Set(Object.values(contract).map(({ path }) => path))
  const lines = app.declaredAccess
    .filter(({ url }) => !paths.has(url))
    .map(({ method, url, access }) => `| ${method} ${url || '/'} | ${access} |`)
  return `## Other addresses

What is no call of the contract: pages, files and what providers send. Those by link ask for a secret in their address, and
wrong ones are counted; some for anyone ask for a signature or a secret too. The pages of identity, which are for anyone too, stand in \`server/src/identity/pages\`.

| Address | For |
|---|---|
${[...new Set(lines)].sort().join('\n')}
`
}
