/** What the panel of every tab of Messaging is given. */
export interface MessagingPanelProps {
  /** 0: all the clubs of the signed-in user. */
  readonly clubId: number
  /** Those clubs, in their order, or the one that was chosen. */
  readonly clubs: readonly { readonly id: number; readonly name: string; readonly isAdmin: boolean }[]
}
