import * as z from 'zod/mini'
import { ask, get, id, post } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'

/** A moment, ISO 8601 in UTC. */
const instant = z.iso.datetime()

export const getInstallation = get('/api/operator/GetInstallation', {
  summary: 'The versions of an installation, and its settings without secrets. For operators.',
  access: 'operator',
  output: z.object({
    product: z.string(),
    node: z.string(),
    postgres: z.string(),
    /** The last migration. */
    schema: z.string(),
    settings: z.array(z.object({ name: z.string(), value: z.string() })),
  }),
})

/** What was found in one place. A text that isn't good says what to do. */
export const Finding = z.object({ name: z.string(), isGood: z.boolean(), text: z.string() })
export type Finding = z.infer<typeof Finding>

export const checkInstallation = get('/api/operator/CheckInstallation', {
  summary: 'What the command doctor finds: database, schema, queues, email, providers and more. For operators.',
  access: 'operator',
  output: z.object({ findings: z.array(Finding) }),
})

export const getQueues = get('/api/operator/GetQueues', {
  summary: 'The queues that have jobs: how many wait, run and have failed for good. For operators.',
  access: 'operator',
  output: z.object({
    queues: z.array(z.object({ queue: z.string(), waiting: z.int(), running: z.int(), failed: z.int() })),
  }),
})

export const failedJobColumns = columns({
  failedAt: { type: 'instant', title: 'Failed' },
  queue: { type: 'string', title: 'Queue' },
  heading: { type: 'string', title: 'Email' },
  reason: { type: 'string', title: 'Reason' },
  tries: { type: 'number', title: 'Tries' },
})

export const FailedJob = z.object({
  job: z.uuid(),
  queue: z.string(),
  /** Of an email: its subject. */
  heading: z.nullable(z.string()),
  /** As the queue has it. */
  reason: z.nullable(z.string()),
  tries: z.int(),
  failedAt: instant,
})
export type FailedJob = z.infer<typeof FailedJob>

export const getFailedJobs = get('/api/operator/GetFailedJobs', {
  summary: 'The jobs that have failed for good, the latest first. For operators.',
  access: 'operator',
  input: gridInput,
  output: gridPage(FailedJob),
})

/** One job, or all of a queue: just one of the two. */
const which = { job: z.optional(z.uuid()), queue: z.optional(z.string().check(z.minLength(1), z.maxLength(200))) }

const reason = z.string().check(z.trim(), z.minLength(1, 'Give a reason.'), z.maxLength(500))

export const retryFailedJobs = post('/api/operator/RetryFailedJobs', {
  summary: 'Runs a job again that has failed for good, or all of a queue. For operators.',
  access: 'operator',
  input: which,
  output: z.object({ count: z.int() }),
})

export const dropFailedJobs = post('/api/operator/DropFailedJobs', {
  summary: 'Drops a job that has failed for good, or all of a queue: its work is never done. For operators.',
  access: 'operator',
  input: { ...which, reason },
  output: z.object({ count: z.int() }),
})

export const accountColumns = columns({
  email: { type: 'string', title: 'Email' },
  name: { type: 'string', title: 'Name' },
  clubs: { type: 'string', title: 'Clubs' },
  lastLogin: { type: 'instant', title: 'Last login' },
  isConfirmed: { type: 'boolean', title: 'Confirmed' },
  hasTwoFactor: { type: 'boolean', title: 'Two-factor' },
  isDisabled: { type: 'boolean', title: 'Disabled' },
})

export const OperatedAccount = z.object({
  accountId: id,
  email: z.string(),
  name: z.string(),
  /** The names of the clubs in which they work today. */
  clubs: z.nullable(z.string()),
  lastLogin: z.nullable(instant),
  /** Whether they've shown that the address is theirs. */
  isConfirmed: z.boolean(),
  /** By an app or a passkey. */
  hasTwoFactor: z.boolean(),
  isDisabled: z.boolean(),
  isOperator: z.boolean(),
  /** The caller’s own. */
  isOwn: z.boolean(),
})
export type OperatedAccount = z.infer<typeof OperatedAccount>

export const getAccounts = get('/api/operator/GetAccounts', {
  summary: 'Everyone who can log in, by email. For operators.',
  access: 'operator',
  input: gridInput,
  output: gridPage(OperatedAccount),
})

export const disableAccount = post('/api/operator/DisableAccount/:id', {
  summary:
    'Disables an account: they can’t log in, and are logged out everywhere at once. Never the caller’s own. For operators.',
  access: 'operator',
  input: { reason },
  output: z.object({}),
})

export const enableAccount = post('/api/operator/EnableAccount/:id', {
  summary: 'Lets a disabled account log in again. For operators.',
  access: 'operator',
  output: z.object({}),
})

export const logOutAccount = post('/api/operator/LogOutAccount/:id', {
  summary: 'Logs an account out everywhere, and ends its open links. Never the caller’s own. For operators.',
  access: 'operator',
  output: z.object({}),
})

export const resendConfirmation = post('/api/operator/ResendConfirmation/:id', {
  summary: 'Sends someone the link again with which they confirm their email address. For operators.',
  access: 'operator',
  output: z.object({}),
})

/** What is written down, and what a person reads. */
export const operatorActions = [
  { value: 'grantOperator', text: 'Granted the operator right' },
  { value: 'revokeOperator', text: 'Took the operator right back' },
  { value: 'disableAccount', text: 'Disabled an account' },
  { value: 'enableAccount', text: 'Enabled an account' },
  { value: 'logOutAccount', text: 'Logged an account out' },
  { value: 'resendConfirmation', text: 'Sent a confirmation again' },
  { value: 'retryFailedJobs', text: 'Ran failed jobs again' },
  { value: 'dropFailedJobs', text: 'Dropped failed jobs' },
  { value: 'tryEmail', text: 'Sent a test email' },
  { value: 'suspendClub', text: 'Suspended a club' },
  { value: 'liftSuspension', text: 'Lifted a club’s suspension' },
  { value: 'deleteClub', text: 'Deleted a closed club' },
] as const

export const operatorLogColumns = columns({
  at: { type: 'instant', title: 'When' },
  by: { type: 'string', title: 'Operator' },
  action: { type: 'string', title: 'Action', choices: operatorActions },
  about: { type: 'string', title: 'About' },
  details: { type: 'string', title: 'Details' },
  reason: { type: 'string', title: 'Reason' },
})

export const OperatorLogEntry = z.object({
  entry: id,
  at: instant,
  /** Null: a command on the server. */
  by: z.nullable(z.string()),
  action: z.string(),
  /** The account's email, or the club's name. */
  about: z.nullable(z.string()),
  details: z.string(),
  reason: z.string(),
})
export type OperatorLogEntry = z.infer<typeof OperatorLogEntry>

export const getOperatorLog = get('/api/operator/GetOperatorLog', {
  summary: 'What operators have done, the latest first. For operators.',
  access: 'operator',
  input: gridInput,
  output: gridPage(OperatorLogEntry),
})

export const tryEmail = ask('/api/operator/TryEmail', {
  summary: 'Sends the caller one email at once, not by the queue, and says what the mail server said. For operators.',
  access: 'operator',
  output: z.object({ isTaken: z.boolean(), text: z.string() }),
})

export const operatedClubColumns = columns({
  name: { type: 'string', title: 'Club' },
  parent: { type: 'string', title: 'Part of' },
  owner: { type: 'string', title: 'Owner' },
  members: { type: 'number', title: 'Members' },
  lastActivity: { type: 'instant', title: 'Last activity' },
  isSuspended: { type: 'boolean', title: 'Suspended' },
})

export const OperatedClub = z.object({
  clubId: id,
  name: z.string(),
  /** The club above it. */
  parent: z.nullable(z.string()),
  owner: z.nullable(z.string()),
  /** Active ones, and those with an issue. */
  members: z.int(),
  lastActivity: z.nullable(instant),
  /** Itself, or by a club above it. */
  isSuspended: z.boolean(),
  /** What its owner reads; null unless it’s suspended itself. */
  suspendedFor: z.nullable(z.string()),
})

export const getOperatedClubs = get('/api/operator/GetClubs', {
  summary: 'All clubs of an installation, by name, with how many members they have. For operators.',
  access: 'operator',
  input: gridInput,
  output: gridPage(OperatedClub),
})

export const suspendClub = post('/api/operator/SuspendClub/:id', {
  summary:
    'Suspends a club with all below it: only its owner reads it, nothing is written, and its jobs and public pages wait. For operators.',
  access: 'operator',
  input: { reason },
  output: z.object({}),
})

export const liftSuspension = post('/api/operator/LiftSuspension/:id', {
  summary: 'Lifts a suspension: all is as before, and the jobs that waited are done. For operators.',
  access: 'operator',
  output: z.object({
    /** Jobs that go on now. */
    count: z.int(),
  }),
})
