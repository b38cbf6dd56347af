import * as closures from '@honbu/contract/closures.ts'
import { serve } from '../platform/route.ts'
import { deleteClosure, getBankHolidays, getClosures, saveClosures } from './closures.ts'

export const serveClosures = serve(closures, { getClosures, getBankHolidays, saveClosures, deleteClosure })
