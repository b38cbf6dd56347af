import type { ActivityEntry } from '@honbu/contract/activity.ts'
import { auditSubjects } from '@honbu/contract/audit-subjects.ts'

type Entry = Pick<ActivityEntry, 'action' | 'subject' | 'title' | 'wasThere' | 'isThere'>

/** What was done, as it follows who did it: "changed the class “Juniors”". The member is named after it. */
export function actionWords(entry: Entry): string {
  const own = said[entry.action]
  if (own) return ofTitle.has(entry.action) && entry.title ? `${own} of “${entry.title}”` : own
  const { noun = 'record' } = auditSubjects[entry.subject] ?? {}
  const title = entry.title ? ` “${entry.title}”` : ''
  return `${verbOf(entry)} ${entry.title ? 'the' : articleOf(entry, noun)} ${noun}${title}`
}

/** Their own words are followed by what they are about. */
const ofTitle: ReadonlySet<string> = new Set(['saveAttendance', 'saveAttendances'])

const articleOf = (entry: Entry, noun: string) =>
  verbOf(entry) !== 'added' ? 'the' : /^[aeiou]/.test(noun) ? 'an' : 'a'

/** From the name of the call, and for what is saved from whether it was there before. */
function verbOf({ action, wasThere, isThere }: Entry): string {
  const [, first = ''] = /^([a-z]+)/.exec(action) ?? []
  if (first === 'save' || first === 'undo' || !Object.hasOwn(verbs, first)) {
    if (isThere === false && wasThere) return 'took away'
    return wasThere === false ? 'added' : 'changed'
  }
  return verbs[first] ?? 'changed'
}

const verbs: Readonly<Record<string, string>> = {
  add: 'added',
  answer: 'answered',
  apply: 'made',
  archive: 'archived, or took out of the archive,',
  cancel: 'cancelled',
  change: 'changed',
  check: 'checked',
  copy: 'copied',
  create: 'added',
  delete: 'deleted',
  discard: 'discarded',
  end: 'ended',
  fetch: 'fetched',
  invite: 'invited',
  lift: 'lifted',
  merge: 'merged',
  move: 'moved',
  open: 'opened',
  pause: 'paused',
  place: 'placed',
  postpone: 'postponed',
  publish: 'published',
  reassign: 'handed on',
  remove: 'removed',
  restore: 'restored',
  renew: 'renewed',
  reopen: 'opened again',
  resend: 'sent again',
  resume: 'resumed',
  return: 'took back',
  revoke: 'revoked',
  run: 'ran',
  save: 'changed',
  send: 'sent',
  set: 'set',
  start: 'started',
  switch: 'switched',
  undo: 'undid',
  upload: 'uploaded',
  withdraw: 'withdrew',
}

/** Where the name of the call and of what it changes make no sentence. */
const said: Readonly<Record<string, string>> = {
  activation: 'began the automations of a trial',
  addPasskey: 'added a passkey',
  addTags: 'gave a tag',
  answerDocumentRequest: 'signed by the link',
  answerInvitation: 'answered the invitation',
  automation: 'did a step of an automation',
  cancelPlanChange: 'took back the change of plan',
  callRefused: 'tried to open something they may not open',
  changeEmail: 'changed the e-mail address of the account',
  changeName: 'changed the name of the account',
  changePassword: 'changed the password',
  changePlan: 'changed the plan',
  chargeDueCards: 'charged the saved cards for what was due',
  chargeMemberships: 'charged the memberships that were due',
  closePayPage: 'had an open page to pay closed',
  collectCharges: 'sent what was due to the bank',
  completeTask: 'finished the task',
  completeTasks: 'finished the task',
  confirmEmail: 'confirmed the e-mail address of the account',
  contactSupport: 'wrote to support',
  create: 'registered a new member',
  emailOrderReceipt: 'sent the receipt of the order',
  endOtherSessions: 'logged out everywhere else',
  endSession: 'logged out another browser',
  erasePersonalData: 'erased the personal data',
  exportPersonalData: 'took out the personal data',
  exportReport: 'took out a report as a file',
  followPayment: 'heard from the provider of a payment',
  holdCollections: 'stopped collecting: the payer disputes a payment',
  closeClub: 'closed the club',
  reopenClub: 'reopened the club',
  closeBooks: 'closed or reopened the books',
  saveTaskNotices: 'chose how they hear of tasks',
  saveVat: 'changed the VAT settings',
  saveClubRole: 'changed what a role may do',
  resetClubRole: 'reset what a role may do',
  settleGaps: 'decided about uncharged days',
  releaseHold: 'let collecting go on',
  handOutOrderLine: 'handed out what was ordered',
  holdMessage: 'held back the message of a sender who has left',
  joinWaitingList: 'put on the waiting list',
  keepCard: 'kept a card for later payments',
  lapseMembership: 'lapsed the membership',
  leaveWaitingList: 'took off the waiting list',
  lookForMandates: 'looked for mandates at the provider',
  makeRecoveryCodes: 'made new recovery codes',
  newCustomer: 'began to set up a direct debit',
  notInterested: 'marked as not interested',
  openExport: 'downloaded the export',
  passkeyRefused: 'could not sign in: the passkey was not right',
  placeOrder: 'placed the order',
  raiseIssue: 'raised an issue after a failed payment',
  refundAtProvider: 'made the refund at the provider',
  refundPayment: 'refunded the payment',
  removePasskey: 'removed a passkey',
  removeTags: 'took a tag away',
  createOwner: 'was created as the first owner',
  disableAccount: 'disabled an account',
  enableAccount: 'enabled an account',
  logOutAccount: 'logged an account out everywhere',
  resendConfirmation: 'sent the link to confirm an email address again',
  retryFailedJobs: 'ran failed jobs of the installation again',
  retryFailedWork: 'tried again what couldn’t be sent or done',
  resetPassword: 'reset the password',
  retryPayment: 'tried the payment again',
  rewardReferral: 'thanked for a friend who came',
  runImport: 'imported',
  saveAttendance: 'marked the register',
  saveAttendances: 'marked the register',
  saveBeltSize: 'noted the belt size',
  saveConsent: 'changed what may be sent',
  saveGradingResult: 'entered the grading result',
  saveGradingResults: 'entered the grading results',
  savePayment: 'wrote down a payment',
  savePhoto: 'changed the photo',
  saveTransaction: 'made a charge',
  sendDDInvite: 'sent the invitation to a direct debit',
  sendDocuments: 'asked to sign',
  sendDocumentsToMembers: 'asked members to sign',
  sendPayLink: 'sent a link to pay',
  sendReportNow: 'had a report sent by e-mail',
  setGradingCandidate: 'changed who is a candidate for grading',
  settleIssue: 'ended the issue, as the payment has come',
  signDocument: 'had a document signed',
  signIn: 'signed in',
  signInCodeRefused: 'could not sign in: the code was wrong',
  signInDisabled: 'could not sign in: the account is disabled',
  signInRefused: 'could not sign in: the password was wrong',
  signInWithRecoveryCode: 'used a recovery code',
  stopEmailChange: 'took the account back under the old e-mail address',
  dropFailedJobs: 'dropped failed jobs of the installation',
  dropFailedWork: 'dropped what couldn’t be sent or done',
  suspendClub: 'suspended the club',
  liftSuspension: 'lifted the club’s suspension',
  grantOperator: 'was given the operators’ page',
  revokeOperator: 'lost the operators’ page',
  switchOffTwoFactor: 'switched two-factor sign-in off',
  switchOnTwoFactor: 'switched two-factor sign-in on',
  syncMandate: 'heard from the provider of a mandate',
  syncPayment: 'heard from the provider of a payment',
  syncRefund: 'heard from the provider of a refund',
  takeOverMandates: 'took over a mandate',
  takePayment: 'took a payment',
  tellOfRefusals: 'was told of many refused attempts',
  takeSecondFactorAway: 'took two-factor sign-in away, as phone and codes were lost',
  toggleIssueStatus: 'changed whether there is an issue',
  undoImport: 'undid the import',
  unsubscribe: 'unsubscribed by a link',
  viewSafeguardingNote: 'read a safeguarding note',
}

/** What the system does by itself, or a member by a link, has words of its own or says little: for the tests. */
export const hasWords = (action: string): boolean => {
  const [, first = ''] = /^([a-z]+)/.exec(action) ?? []
  return Object.hasOwn(said, action) || Object.hasOwn(verbs, first)
}
