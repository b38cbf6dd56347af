import { activityStream } from '@honbu/contract/activity.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refused } from '../platform/refused.ts'
import type { Platform } from '../platform/route.ts'
import { openWatch } from './watch.ts'

/** Longer than this nobody's rights are believed: the browser asks again by itself. */
const longestMs = 10 * 60_000
const heartbeatMs = 20_000

/** Those that this process serves now. */
export const openStreams = new Set<FastifyReply>()

/**
 * `activityStream`: an event `activity` whenever something was done in a club of the caller.
 * @param beatMs how often it is looked whether he is still signed in, and something said so that nobody between hangs up
 */
export function serveActivityStream(
  app: FastifyInstance,
  platform: Pick<Platform, 'db' | 'authenticate'>,
  beatMs = heartbeatMs,
): void {
  const watch = openWatch(platform.db)
  const open = new Set<FastifyReply>()
  app.addHook('preClose', async () => {
    watch.close()
    for (const reply of open) reply.raw.end()
  })

  app.get(activityStream, { config: { access: 'signedIn' } }, async (request, reply) => {
    const user = await platform.authenticate(request)
    if (!user) throw new Refused(401, 'Not authenticated!')
    let { clubs } = user
    // Rights end while a stream is open: by someone's click, or with the day.
    const isStillIn = async () => {
      const still = await platform.authenticate(request)
      if (still) clubs = still.clubs
      return still !== null && (still.clubs.size > 0 || user.clubs.size === 0)
    }
    const { raw } = reply
    const stop = await watch.follow(seen => {
      const isTheirs = seen.some(each =>
        each.clubId === null ? each.accountId === user.accountId : clubs.has(each.clubId),
      )
      // What comes before the stream is open, whoever opens it reads by himself then.
      if (isTheirs && raw.headersSent) raw.write('event: activity\ndata: {}\n\n')
    })
    reply.hijack()
    if (raw.destroyed) return stop()
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value) raw.setHeader(name, value)
    raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      // A proxy that collects an answer before it passes it on would hold it back.
      'x-accel-buffering': 'no',
    })
    open.add(reply)
    openStreams.add(reply)
    keepOpen(reply, { isStillIn, beatMs }, () => {
      stop()
      open.delete(reply)
      openStreams.delete(reply)
    })
  })
}

interface Beat {
  /** Whether the session is still open: it may be ended from elsewhere. */
  readonly isStillIn: () => Promise<boolean>
  readonly beatMs: number
}

function keepOpen({ raw }: FastifyReply, { isStillIn, beatMs }: Beat, closed: () => void): void {
  raw.write('retry: 2000\n\n')
  const beat = async () => {
    // A database that is away for a moment ends nobody's session.
    if (await isStillIn().catch(() => true)) raw.write(': still there\n\n')
    else raw.end()
  }
  const heartbeat = setInterval(() => void beat(), beatMs)
  const end = setTimeout(() => raw.end(), longestMs)
  raw.on('close', () => {
    clearInterval(heartbeat)
    clearTimeout(end)
    closed()
  })
}
