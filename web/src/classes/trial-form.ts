import type { Output } from '@honbu/contract/endpoint.ts'
import type { saveTrialAction } from '@honbu/contract/trials.ts'

/** The actions after a trial that ask for something first. */
export type AskedAction = 'activated' | 'notInterested' | 'rebookFuture' | 'rebookDifferent'

/** What each of their forms is about. */
export interface TrialForm {
  memberId: number
  classId: number
  classDate: string
  className: string
  clubId: number
  /** Of the club. */
  today: string
  onDone: (result: Output<typeof saveTrialAction>) => void
  onClose: () => void
}
