/** What the panel of every tab of Club Admin is given. */
export interface PanelProps {
  readonly clubId: number
  /** Whether the signed-in user may change the club's settings; the server refuses it to others anyway. */
  readonly isAdmin: boolean
}
