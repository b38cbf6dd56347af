import * as dashboard from '@honbu/contract/dashboard.ts'
import { serve } from '../platform/route.ts'
import { getDashboard } from './get-dashboard.ts'
import { getDashboardFigures } from './get-dashboard-figures.ts'

export const serveDashboard = serve(dashboard, { getDashboard, getDashboardFigures })
