import * as dashboard from '@honbu/contract/dashboard.ts'
import { serve } from '../platform/route.ts'
import { getDashboard } from './get-dashboard.ts'

export const serveDashboard = serve(dashboard, { getDashboard })
