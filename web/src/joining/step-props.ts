import type { Problem } from './create-input.ts'
import type { Choices, Joiner, Joining, Place } from './wizard.ts'

/** What every step is given. */
export interface StepProps {
  choices: Choices
  joining: Joining
  who: number
  joiner: Joiner
  /** What the server has said about fields of this step. */
  problems: readonly Problem[]
  change: (next: (now: Joining) => Joining) => void
  /** Of the one whose step it is. */
  changeJoiner: (change: Partial<Joiner>) => void
  /** This step is filled in: on to the next. */
  next: (change: (now: Joining) => Joining) => void
  back: (() => void) | undefined
  goTo: (place: Place) => void
}
