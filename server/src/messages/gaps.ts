import { mergeField } from '@honbu/contract/merge-fields.ts'
import type { Gap } from '@honbu/contract/messages.ts'
import { emptyFields, type MergeValues } from '../templates/index.ts'
import { refuse } from './locked-message.ts'

/*
 * A field may be empty for some: who has no guardian, no booking, no plan. Nobody is sent a message with a hole in it.
 * Whoever sends it chooses for each field: something else stands in its place, or these people are left out.
 */

interface Needing {
  /** The fields that leave a hole where they are empty. */
  readonly needed: readonly string[]
}

/** The values with what was chosen in place of those that are empty. */
export function filled(values: MergeValues, { needed }: Needing, gaps: readonly Gap[]): MergeValues {
  const chosen = gaps.flatMap(({ field, instead }) =>
    instead !== null && needed.includes(field) && !values[field] ? [[field, instead] as const] : [],
  )
  return chosen.length === 0 ? values : { ...values, ...Object.fromEntries(chosen) }
}

/** What would still be missing, by the titles of the fields; [] for a message that can be sent. */
export const holesOf = (values: MergeValues, { needed }: Needing): string[] => emptyFields(needed, values).map(titleOf)

export const titleOf = (field: string): string => mergeField(field)?.title ?? field

/** Why somebody was left out, for the sent items. */
export const gapWords = (holes: readonly string[]): string => `Nothing for ${holes.map(hole => `“${hole}”`).join(', ')}`

/** @throws Refused 400 under `gaps` for words where an address belongs */
export function checkGaps(gaps: readonly Gap[]): void {
  const wrong = gaps.find(({ field, instead }) => instead !== null && mergeField(field)?.isAddress)
  if (wrong) refuse('gaps', `“${titleOf(wrong.field)}” is a link, and no words can stand in its place.`)
}
