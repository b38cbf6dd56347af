import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../src/platform/database.ts'
import { insist, type Session, signIn } from '../fleet/client.ts'
import type { AtWork } from '../fleet/fleet.ts'
import { ask, type Cluster, type Node, until } from './cluster.ts'

/** What was seen of one that fell. */
export interface Fall {
  readonly what: string
  /** From the fall to the first write after it that was acknowledged. */
  readonly seconds: number
}

interface Note {
  readonly subject: string
  /** When it was sent, and when it was said to be kept. */
  readonly sentAt: number
  saidAt?: number
}

export interface Watched {
  readonly falls: Fall[]
  readonly notes: Note[]
}

/**
 * What happens to the database while people are at work: its primary is killed and comes back as standby, the next one
 * falls silent and comes back, and last the standby is killed. Between them a server is killed and started again.
 */
export function falling({ nodes }: Pick<Cluster, 'nodes'>, { falls, notes }: Watched, isShort = false) {
  return async ({ root, world, told, processes, say }: AtWork): Promise<void> => {
    const end = new AbortController()
    const session = await insist(told, 'sign in', () => signIn(root, world.admins[0] ?? ''))
    if (!session) return
    const writing = writeSteadily(session, world.members[0] ?? 0, { notes, ended: end.signal })
    const fall = async (what: string, how: () => void | Promise<void>) => {
      await pause(5000)
      const at = performance.now()
      await how()
      const next = () => notes.find(({ sentAt, saidAt }) => saidAt !== undefined && sentAt > at)
      await until(async () => next() !== undefined)
      const seconds = ((next()?.saidAt ?? 0) - at) / 1000
      falls.push({ what, seconds })
      say(`${what}: a write is kept after ${seconds.toFixed(1)} s`)
    }
    const comesBack = async (node: Node, other: Node) => {
      await pause(5000)
      node.start()
      await until(async () => (await node.state()) === 'secondary' && (await other.state()) === 'primary')
      say(`${node.name} is back and stands by`)
      await until(async () => await isReadFrom(node))
      say(`reports are read on ${node.name}`)
    }
    const [one, two] = nodes
    try {
      await fall('the primary is killed', one.kill)
      await comesBack(one, two)
      if (isShort) return
      const server = processes.find(({ name }) => name === 'web 1')
      await server?.kill()
      await server?.start()
      say('a server that was killed has started again')
      await fall('the primary falls silent', two.freeze)
      await two.kill()
      await comesBack(two, one)
      await fall('the standby is killed', two.kill)
      await comesBack(two, one)
      await pause(5000)
    } finally {
      end.abort()
      await writing
    }
  }
}

/** Whether the product has connections there: to a standby it has them for reports only. */
async function isReadFrom({ url }: Node): Promise<boolean> {
  const rows = await ask(
    url,
    `select from pg_stat_activity where application_name ~ '^honbu( |$)' and application_name <> 'honbu looks'
      and pg_is_in_recovery()`,
  )
  return rows.length > 0
}

/** Writes a note four times a second, however long the others take, and never asks again. */
async function writeSteadily(
  session: Session,
  memberId: number,
  { notes, ended }: { readonly notes: Note[]; readonly ended: AbortSignal },
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  const write = async (note: Note) => {
    const body = { memberNoteId: 0, noteCategoryId: 1301, subject: note.subject, note: '' }
    const made = await session.post(`/api/member/SaveNote/${memberId}`, body).catch(() => undefined)
    if (made) note.saidAt = performance.now()
  }
  while (!ended.aborted) {
    const note: Note = { subject: randomUUID(), sentAt: performance.now() }
    notes.push(note)
    const writing = write(note).finally(() => underWay.delete(writing))
    underWay.add(writing)
    await pause(250)
  }
  await Promise.all(underWay)
}

/** What is wrong at the end with what was written steadily, and with the standby. */
export async function checkKept(db: Db, { nodes }: Pick<Cluster, 'nodes'>, { notes }: Watched): Promise<string[]> {
  const problems: string[] = []
  const stored = await db
    .selectFrom('member_note')
    .select(['subject', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('subject')
    .execute()
  const kept = new Map(stored.map(({ subject, count }) => [subject, count]))
  for (const { subject, saidAt } of notes)
    if (saidAt === undefined ? (kept.get(subject) ?? 0) > 1 : kept.get(subject) !== 1)
      problems.push(`The note ${subject} is there ${kept.get(subject) ?? 0} times.`)

  const contents = async (node: Node) =>
    JSON.stringify(
      await ask(
        node.url,
        `select (select sum(hashtextextended(attendance::text, 0)) from attendance) as marks,
          (select sum(hashtextextended(payment::text, 0)) from payment) as payments,
          (select sum(hashtextextended(member_note::text, 0)) from member_note) as notes`,
      ),
    )
  const [one, two] = nodes
  const isSame = async () => (await contents(one)) === (await contents(two))
  await until(isSame, 30_000).catch(() => problems.push('The standby has not the same rows as the primary.'))
  return problems
}
