import { codeOf } from './cannot-start.ts'
import { Refused } from './refused.ts'

/** What is wrong around the product and not with a request: it may be asked again, or somebody has to see to it. */
export interface Trouble {
  readonly refused: Refused
  /** Seconds after which it may be better. */
  readonly retryAfter: number
  /** For the log: what whoever runs this should look at. */
  readonly line: string
}

/** Whether a write was kept is not known where the connection was lost, so none of these says that it was not. */
const troubles = {
  gone: {
    refused: refusedFor(503, 'database_gone', 'We cannot reach our database just now. Please try again in a moment.'),
    retryAfter: 5,
    line: 'the database cannot be reached',
  },
  busy: {
    refused: refusedFor(503, 'busy', 'There is too much to do just now. Please try again in a moment.'),
    retryAfter: 2,
    line: 'more is asked than there are connections to the database for',
  },
  full: {
    refused: refusedFor(
      507,
      'storage_full',
      'There is no space left to save anything, so nothing was saved. Whoever runs this has to make some; all that is there can still be read.',
    ),
    retryAfter: 60,
    line: 'a disc is full: nothing can be saved until there is space',
  },
} as const satisfies Record<string, Trouble>

function refusedFor(status: number, code: string, message: string): Refused {
  return new Refused(status, message, undefined, undefined, code)
}

/** Thrown where more wait for a connection than could be served in time. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting'
}

/** What Postgres says of a write to a server that can only be read, as one that stands by. */
export const readOnlyServer = '25006'

/** By SQLSTATE (its class 08 besides), and by the codes of Node; all else that is called so is not the database's. */
const byCode: Readonly<Record<string, keyof typeof troubles>> = {
  ...Object.fromEntries(['57P01', '57P02', '57P03', '57P05', readOnlyServer].map(code => [code, 'gone'])),
  ...Object.fromEntries(
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'].map(code => [code, 'gone']),
  ),
  ...Object.fromEntries(['ENOTFOUND', 'EAI_AGAIN'].map(code => [code, 'gone'])),
  '53300': 'busy',
  '53100': 'full',
  ENOSPC: 'full',
  EDQUOT: 'full',
}

/** What pg says of a connection without giving it a code. */
const byWords: readonly (readonly [RegExp, keyof typeof troubles])[] = [
  [/^Connection terminated/, 'gone'],
  [/^Client has encountered a connection error/, 'gone'],
  [/^timeout expired$|^Query read timeout$/, 'gone'],
  [/^timeout exceeded when trying to connect$/, 'busy'],
]

/** The trouble that an error tells of; nothing where it is a defect. */
export function troubleOf(error: Error): Trouble | undefined {
  if (error instanceof TooManyWaiting) return troubles.busy
  const code = codeOf(error) ?? ''
  // The socket of the embedded Postgres is a file.
  const isSocketGone = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'
  const kind = isSocketGone || /^08/.test(code) ? 'gone' : (byCode[code] ?? byWordsOf(error))
  return kind && troubles[kind]
}

const byWordsOf = ({ message }: Error) => byWords.find(([words]) => words.test(message))?.[1]

const sayAgainMs = 60_000

/** A line of the log for each trouble, once a minute: there may be thousands of requests that meet it. */
export function troubleLog(now = () => performance.now()) {
  const said = new Map<string, number>()
  return (log: { error(details: object, message: string): void }, { line, refused }: Trouble, error: Error): void => {
    const last = said.get(line)
    if (last !== undefined && now() - last < sayAgainMs) return
    said.set(line, now())
    log.error({ trouble: refused.code, code: codeOf(error) }, line)
  }
}
