import * as marketing from '@honbu/contract/marketing.ts'
import * as referrals from '@honbu/contract/referrals.ts'
import { serve } from '../platform/route.ts'
import { getMarketingCosts, saveMarketingCosts } from './costs.ts'
import { getLeads } from './get-leads.ts'
import { getMarketing } from './get-marketing.ts'
import { getMemberReferrals } from './get-member-referrals.ts'
import { getReferrals } from './get-referrals.ts'
import { rewardReferral } from './reward-referral.ts'

export const serveMarketing = serve(marketing, {
  getMarketing,
  getLeads,
  getMarketingCosts,
  saveMarketingCosts,
})

export const serveReferrals = serve(referrals, { getReferrals, getMemberReferrals, rewardReferral })

export { leadsSql } from './leads-sql.ts'
