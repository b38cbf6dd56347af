import { install } from './apt.ts'
import { asOne, runNode, type Step } from './step.ts'

/** The short form of `npm run test:failover`, in `test:all`. Says so where the machine can't have what it needs. */
export const failover: Step = {
  name: 'failover',
  run: async () => {
    await install(['postgresql-15', 'postgresql-15-auto-failover', 'pg-auto-failover-cli'])
    const { succeeded, output } = await runNode(['scripts/failover.ts', '--short'])
    const missing = /^Not run\. .*/m.exec(output)?.[0]
    return missing ? { passed: 0, failed: 0, output, note: missing } : asOne(succeeded, output)
  },
}
