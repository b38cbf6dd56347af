import { NotSent } from './not-sent.ts'

/**
 * What an error of the SMTP client means.
 * @param isWhole whether all of the message, with the dot at its end, had been written to the server
 * @param host the server's name, for the log
 * @returns undefined when the server may have taken it, for then nobody knows
 */
export function refusalOf(error: unknown, isWhole: boolean, host?: string): NotSent | undefined {
  if (error instanceof NotSent) return error
  const { responseCode: code, response, command } = fieldsOf(error)
  const carrier = { ...(host && { host }), ...(typeof response === 'string' && { said: withoutAddresses(response) }) }
  // A reply in 4xx or 5xx says that it was not taken, whatever it is a reply to (RFC 5321, 4.2.1).
  if (typeof code === 'number' && code >= 400 && code < 600) {
    const isSignIn = typeof command === 'string' && command.startsWith('AUTH')
    const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(response ?? ''))?.[1]
    const said = status ? `${code}, ${status}` : String(code)
    if (isSignIn)
      return new NotSent(`The mail server does not know our account (${said}).`, { canRetry: true, carrier })
    const isAddressBad = command === 'RCPT TO' && code >= 500 && saysNobody(code, status)
    if (isAddressBad)
      return new NotSent(`The address does not exist (${said}).`, { canRetry: false, isAddressBad, carrier })
    if (code < 500)
      return new NotSent(`The mail server asked us to come back later (${said}).`, { canRetry: true, carrier })
    return new NotSent(`The mail server refused it (${said}).`, { canRetry: false, carrier })
  }
  // A server delivers nothing whose end it has not seen (RFC 5321, 4.1.1.4).
  if (!isWhole) return new NotSent('The mail server cannot be reached.', { canRetry: true, carrier })
  return undefined
}

/** A server quotes whom it refuses. */
const withoutAddresses = (text: string) =>
  text
    .split(/\s+/)
    .map(word => (word.includes('@') ? '(address)' : word))
    .join(' ')
    .slice(0, 300)

/** 5.1.x: the address is bad; 5.2.1: the mailbox is closed (RFC 3463). Older servers say it by the code alone. */
const saysNobody = (code: number, status: string | undefined) =>
  status ? /^5\.(1\.\d+|2\.1)$/.test(status) && status !== '5.1.8' : code === 550 || code === 551 || code === 553

function fieldsOf(error: unknown): { responseCode?: unknown; response?: unknown; command?: unknown } {
  return typeof error === 'object' && error !== null ? error : {}
}
