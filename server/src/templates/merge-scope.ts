export interface MergeRecipient {
  /** 0: somebody who works in the club. */
  readonly memberId: number
  /** Who gets it: the member, or a guardian. */
  readonly personId: number
  /** The booking that it is about; left out: the member's next. */
  readonly bookingId?: number | null
}

/** What the queries of merge fields are asked for. */
export interface MergeScope {
  readonly clubId: number
  readonly today: string
  /** HH:MM on the wall of the club. */
  readonly clock: string
  readonly memberIds: readonly number[]
  readonly recipients: readonly MergeRecipient[]
}

/** What they answer: texts by names of fields, by member or by place in the list. */
export type ValuesBy = ReadonlyMap<string, Record<string, string>>
