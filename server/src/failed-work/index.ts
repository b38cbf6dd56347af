import * as failedWork from '@honbu/contract/failed-work.ts'
import type { Queues } from '../platform/failed-jobs.ts'
import { serve } from '../platform/route.ts'
import { dropFailedWork, getFailedWork, retryFailedWork } from './failed-work.ts'

export const serveFailedWork = (queues: Queues) =>
  serve(failedWork, {
    getFailedWork: getFailedWork(queues),
    retryFailedWork: retryFailedWork(queues),
    dropFailedWork: dropFailedWork(queues),
  })

export { tellOfFailedWork } from './tell-of-failed-work.ts'
