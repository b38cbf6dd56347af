interface Sender {
  /** '' where it isn't known yet. */
  readonly clubName: string
  /** The sentence that says how to opt out; '' where nothing can be said. */
  readonly wayOut: string
}

export const stopWayOut = 'Reply STOP to opt out'
export const linkWayOut = (link: string) => `Opt out: ${link}`

/**
 * A marketing text as it leaves: with the club's name and a way to opt out, unless it has them already (PECR, regulation
 * 23: the sender may not be concealed, and there has to be an address for opting out).
 */
export function marketingText(text: string, { clubName, wayOut }: Sender): string {
  const isNamed = clubName === '' || text.toLowerCase().includes(clubName.toLowerCase())
  const named = isNamed ? text : `${clubName}: ${text}`
  return wayOut === '' || hasWayOut(named) ? named : `${named}\n${wayOut}`
}

const hasWayOut = (text: string) =>
  /\b[Rr]eply STOP\b|\b[Tt]ext STOP\b|\b[Ss]end STOP\b|\bSTOP to\b|\/unsubscribe\/\S/.test(text)
