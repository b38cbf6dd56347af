import type { Jobs } from '../src/platform/jobs.ts'

/** A queue of jobs that run when they are told to, and that die with the process. */
export function queueInMemory() {
  const handlers = new Map<string, (data: object) => Promise<void>>()
  const scheduled = new Map<string, () => Promise<void>>()
  let waiting: { name: string; data: object; notBefore?: Date | undefined }[] = []
  const jobs: Jobs = {
    // Each job is put in with the data that its handler takes.
    work: async (name, handler) => void handlers.set(name, data => handler(data as never)),
    schedule: async (name, _cron, handler) => void scheduled.set(name, handler),
    enqueue: async (_tx, name, data, notBefore) => void waiting.push({ name, data, notBefore }),
    stop: async () => {},
  }
  return {
    jobs,
    /** Takes jobs of a name out, to be done in another way. */
    taken(name: string) {
      const found = waiting.filter(job => job.name === name)
      waiting = waiting.filter(job => job.name !== name)
      return found
    },
    /** Until nothing is left that is due; what throws is gone. */
    async run(now = new Date(0)) {
      const next = () => {
        const place = waiting.findIndex(({ notBefore }) => notBefore === undefined || notBefore <= now)
        return place < 0 ? undefined : waiting.splice(place, 1)[0]
      }
      for (let job = next(); job; job = next()) await handlers.get(job.name)?.(job.data)
    },
    runScheduled: async (name: string) => await scheduled.get(name)?.(),
  }
}
