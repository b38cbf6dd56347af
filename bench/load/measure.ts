import type { Connection } from '@honbu/server/platform/embedded-postgres.ts'
import type { FloorOrder } from './floor.ts'
import { startWorker, type Used } from './process.ts'
import type { ProductOrder, Served } from './product.ts'
import type { BenchCall, LoadAnswer, LoadOrder, Pace, ReadyCall } from './wire.ts'

/** Of one pace: answers a second, and the milliseconds within which half and 99 in 100 of them came. */
export interface Figures {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

/** A call beside the floor. */
export interface Measured {
  readonly name: string
  readonly queries: number
  readonly bytes: number
  /** How many the many clients were: fewer where an answer takes long. */
  readonly clients: number
  /** One client, many, and requests at a pace of their own. */
  readonly paces: Readonly<Record<'one' | 'many' | 'open', { readonly product: Figures; readonly floor: Figures }>>
  /** Microseconds of processor time for a request with many clients, of each process alone. */
  readonly processor: { readonly product: number; readonly floor: number }
  /** Megabytes of the processes, at the end. */
  readonly memory: { readonly product: number; readonly floor: number }
  /** Of the product's processor time under load, by whose code; where it was asked for. */
  readonly profile?: readonly (readonly [string, number])[]
}

export type Bench = Awaited<ReturnType<typeof openBench>>

/** The product, the floor and the load as a process each, on one database. */
export async function openBench(connection: Connection, calls: readonly BenchCall[]) {
  const product = startWorker<ProductOrder, unknown>('product.ts')
  const floor = startWorker<FloorOrder, unknown>('floor.ts')
  const load = startWorker<LoadOrder, LoadAnswer>('generator.ts')
  const stop = async () => void (await Promise.all([product.stop(), floor.stop(), load.stop()]))
  try {
    // Each of these orders is answered like that.
    const served = (await product.ask({ serve: connection, calls })) as Served
    const { port } = (await floor.ask({ serve: connection })) as { port: number }
    const addresses = { product: `http://127.0.0.1:${served.port}`, floor: `http://127.0.0.1:${port}` }
    const ask = (of: keyof typeof addresses, { requests }: ReadyCall, pace: Pace, ms: number) =>
      load.ask({ url: addresses[of], requests, pace, ms })
    const workers = { product, floor }
    const usedBy = async (of: keyof typeof workers) => (await workers[of].ask({ used: true })) as Used
    const megabytes = async (of: keyof typeof workers) => Math.round((await usedBy(of)).bytes / 1_048_576)
    return {
      calls: served.calls,
      stop,

      /** The product alone, with one client. */
      async alone(call: ReadyCall, seconds: number): Promise<Figures> {
        await ask('product', call, { clients: 1 }, warming)
        return figuresOf([await ask('product', call, { clients: 1 }, seconds * 1000)])
      },

      /**
       * The product and the floor by turns, a slice each, so that whatever else the machine does strikes both: one client,
       * many, and at a pace that both can keep.
       */
      async beside(call: ReadyCall, seconds: number): Promise<Measured> {
        await floor.ask({ learn: call.noted })
        const byTurns = async (pace: Pace) => {
          const answers = { product: [] as LoadAnswer[], floor: [] as LoadAnswer[] }
          const microseconds = { product: 0, floor: 0 }
          const names = ['product', 'floor'] as const
          for (const of of names) await ask(of, call, pace, warming)
          for (let slice = 0; slice < slices; slice++)
            for (const of of slice % 2 ? names.toReversed() : names) {
              const before = await usedBy(of)
              answers[of].push(await ask(of, call, pace, (seconds * 1000) / slices))
              microseconds[of] += (await usedBy(of)).microseconds - before.microseconds
            }
          const each = (of: 'product' | 'floor') =>
            Math.round(microseconds[of] / answers[of].reduce((sum, { times }) => sum + times.length, 0))
          return {
            figures: { product: figuresOf(answers.product), floor: figuresOf(answers.floor) },
            processor: { product: each('product'), floor: each('floor') },
          }
        }
        const { figures: one } = await byTurns({ clients: 1 })
        // A slice ends with its last answer: of what takes a second, 32 clients would be waited for half a minute.
        const sliceMs = (seconds * 1000) / slices
        const clients = Math.max(2, Math.min(manyClients, Math.floor((4 * sliceMs) / one.product.p50)))
        const { figures: many, processor } = await byTurns({ clients })
        const perSecond = Math.max(1, shareOfMost * Math.min(many.product.perSecond, many.floor.perSecond))
        const { figures: open } = await byTurns({ perSecond })
        const [noted] = call.noted
        return {
          name: call.name,
          queries: noted?.queries.length ?? 0,
          bytes: bytesOf(call),
          clients,
          paces: { one, many, open },
          processor,
          memory: { product: await megabytes('product'), floor: await megabytes('floor') },
        }
      },

      /** Where the product's processor time goes with many clients. */
      async profile(call: ReadyCall, clients: number, seconds: number) {
        await product.ask({ profile: 'start' })
        const stopProfile = () => product.ask({ profile: 'stop' })
        // One that goes on would be in the way of the next.
        await ask('product', call, { clients }, seconds * 1000).catch(async (error: unknown) => {
          await stopProfile()
          throw error
        })
        return (await stopProfile()) as NonNullable<Measured['profile']>
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Of an answer, on average. */
export const bytesOf = ({ noted }: ReadyCall) =>
  Math.round(noted.reduce((sum, { answer }) => sum + answer.length, 0) / noted.length)

const warming = 700
const slices = 4
const manyClients = 32
/** Requests that come at a pace of their own are so much of what was answered at most. */
const shareOfMost = 0.6

/** Answers of several slices, as if they had been one. */
export function figuresOf(answers: readonly LoadAnswer[]): Figures {
  const times = answers.flatMap(({ times }) => [...times]).toSorted((one, other) => one - other)
  const ms = answers.reduce((sum, answer) => sum + answer.ms, 0)
  return { perSecond: (times.length * 1000) / ms, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

/** The smallest time within which such a share of all lies. */
const quantile = (sorted: readonly number[], share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0
