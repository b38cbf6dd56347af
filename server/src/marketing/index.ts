import * as marketing from '@honbu/contract/marketing.ts'
import { serve } from '../platform/route.ts'
import { getMarketingCosts, saveMarketingCosts } from './costs.ts'
import { getLeads } from './get-leads.ts'
import { getMarketing } from './get-marketing.ts'
import { getReferrals } from './get-referrals.ts'

export const serveMarketing = serve(marketing, {
  getMarketing,
  getLeads,
  getReferrals,
  getMarketingCosts,
  saveMarketingCosts,
})
