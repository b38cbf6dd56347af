import * as firstHour from '@honbu/contract/first-hour.ts'
import { serve } from '../platform/route.ts'
import { getFirstHour, saveFirstHour } from './first-hour.ts'

export const serveFirstHour = serve(firstHour, { getFirstHour, saveFirstHour })
