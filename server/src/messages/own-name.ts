/**
 * The name of one try to write to one person, which goes out with the message and comes back with what the carrier reports
 * and with answers.
 */
export const ownName = (recipientId: number, tries: number) => `m${recipientId}-${tries}`

/** Whose it is; null where it is no name of this area. */
export function readOwnName(name: string): { recipientId: number; tries: number } | null {
  const [, id, tries] = /^m(\d{1,15})-(\d{1,6})$/.exec(name) ?? []
  return id === undefined ? null : { recipientId: Number(id), tries: Number(tries) }
}
