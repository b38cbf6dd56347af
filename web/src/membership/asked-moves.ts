/** The moves of a membership that an address of its tab can open. */
export const askedMoves = ['plan', 'freeze', 'lapse'] as const

export type AskedMove = (typeof askedMoves)[number]
