export const checkJob = 'check-import'
export const runJob = 'run-import'
export const undoJob = 'undo-import'

export interface ImportJob {
  readonly importId: number
  /** Who asked for it: left out of older jobs. */
  readonly accountId?: number
}
