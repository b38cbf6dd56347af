/** A link as its form begins: one that is there, or one that is to be made. */
export interface ToLink {
  /** Null: a new one. */
  readonly memberLinkId: number | null
  readonly version: number | undefined
  /** The other member. */
  readonly memberId: number
  readonly firstName: string
  readonly lastName: string
  readonly relationship: string
  readonly linkedSince: string | null
}
