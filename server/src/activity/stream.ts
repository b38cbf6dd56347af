import { activityStream } from '@honbu/contract/activity.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refused } from '../platform/refused.ts'
import type { Platform } from '../platform/route.ts'
import { openWatch, type Watch } from './watch.ts'

/** Longer than this nobody's rights are believed: the browser asks again by itself. */
const longestMs = 10 * 60_000
const heartbeatMs = 20_000

/** `activityStream`: an event `activity` whenever something was done in a club of the caller. */
export function serveActivityStream(app: FastifyInstance, platform: Platform): void {
  const watch = openWatch(platform.db)
  const open = new Set<FastifyReply>()
  app.addHook('preClose', async () => {
    watch.close()
    for (const reply of open) reply.raw.end()
  })

  app.get(activityStream, { config: { access: 'signedIn' } }, async (request, reply) => {
    const user = await platform.authenticate(request)
    if (!user) throw new Refused(401, 'Not authenticated!')
    reply.hijack()
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      // A proxy that collects an answer before it passes it on would hold it back.
      'x-accel-buffering': 'no',
    })
    open.add(reply)
    const isStillIn = async () => (await platform.authenticate(request)) !== null
    follow(reply, watch, { clubs: new Set(user.clubs.keys()), accountId: user.accountId, isStillIn }, () => {
      open.delete(reply)
    })
  })
}

interface Follower {
  readonly clubs: ReadonlySet<number>
  readonly accountId: number
  /** Whether his session is still open: it may be ended from elsewhere. */
  readonly isStillIn: () => Promise<boolean>
}

function follow(
  { raw }: FastifyReply,
  watch: Watch,
  { clubs, accountId, isStillIn }: Follower,
  closed: () => void,
): void {
  raw.write('retry: 2000\n\n')
  const stop = watch.follow(seen => {
    const isTheirs = seen.some(each => (each.clubId === null ? each.accountId === accountId : clubs.has(each.clubId)))
    if (isTheirs) raw.write('event: activity\ndata: {}\n\n')
  })
  const beat = async () => {
    // A database that is away for a moment ends nobody's session.
    if (await isStillIn().catch(() => true)) raw.write(': still there\n\n')
    else raw.end()
  }
  const heartbeat = setInterval(() => void beat(), heartbeatMs)
  const end = setTimeout(() => raw.end(), longestMs)
  raw.on('close', () => {
    stop()
    clearInterval(heartbeat)
    clearTimeout(end)
    closed()
  })
}
