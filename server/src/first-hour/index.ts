import * as demo from '@honbu/contract/demo.ts'
import * as firstHour from '@honbu/contract/first-hour.ts'
import { serve } from '../platform/route.ts'
import { discardDemo, getDemo } from './demo.ts'
import { getFirstHour, saveFirstHour } from './first-hour.ts'

export const serveFirstHour = serve(firstHour, { getFirstHour, saveFirstHour })

export const serveDemo = serve(demo, { getDemo, discardDemo })

export { discardDemoInJobs } from './demo.ts'
