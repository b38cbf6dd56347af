import type { Jobs } from '../src/platform/jobs.ts'

/** A queue of jobs that run when they are told to, and that die with the process. */
export function queueInMemory() {
  const handlers = new Map<string, (data: object) => Promise<void>>()
  const scheduled = new Map<string, () => Promise<void>>()
  let waiting: { name: string; data: object }[] = []
  const jobs: Jobs = {
    // Each job is put in with the data that its handler takes.
    work: async (name, handler) => void handlers.set(name, data => handler(data as never)),
    schedule: async (name, _cron, handler) => void scheduled.set(name, handler),
    enqueue: async (_tx, name, data) => void waiting.push({ name, data }),
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
    /** Until nothing is left; what throws is gone. */
    async run() {
      for (let job = waiting.shift(); job; job = waiting.shift()) await handlers.get(job.name)?.(job.data)
    },
    runScheduled: async (name: string) => await scheduled.get(name)?.(),
  }
}
