import * as operator from '@honbu/contract/operator.ts'
import { serve } from '../platform/route.ts'
import { disableAccount, enableAccount, getAccounts, logOutAccount, resendConfirmation } from './accounts.ts'
import { getOperatedClubs } from './get-operated-clubs.ts'
import { getOperatorLog } from './get-operator-log.ts'
import { checkInstallation, getInstallation } from './installation.ts'
import type { OperatorParts } from './parts.ts'
import { dropFailedJobs, getFailedJobs, getQueues, retryFailedJobs } from './queues.ts'
import { liftSuspension, suspendClub } from './suspend-clubs.ts'
import { tryEmail } from './try-email.ts'

export const serveOperator = (parts: OperatorParts) =>
  serve(operator, {
    getInstallation: getInstallation(parts),
    checkInstallation: checkInstallation(parts),
    getQueues: getQueues(parts),
    getFailedJobs: getFailedJobs(parts),
    retryFailedJobs: retryFailedJobs(parts),
    dropFailedJobs: dropFailedJobs(parts),
    getAccounts,
    disableAccount,
    enableAccount,
    logOutAccount,
    resendConfirmation: resendConfirmation(parts),
    getOperatorLog,
    tryEmail: tryEmail(parts),
    getOperatedClubs,
    suspendClub,
    liftSuspension,
  })

export type { OperatorParts } from './parts.ts'
export { grantOperator, revokeOperator } from './rights.ts'
export { openTestEmail } from './try-email.ts'
