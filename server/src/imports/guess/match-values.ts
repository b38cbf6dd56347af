import { memberStatus, subFrequency } from '@honbu/contract/ids.ts'
import type { ImportValueKind } from '@honbu/contract/import-fields.ts'
import type { Choices } from './choices.ts'
import { matchBelt } from './match-belt.ts'

const statusWords: Readonly<Record<string, number>> = {
  active: memberStatus.active,
  current: memberStatus.active,
  member: memberStatus.active,
  trial: memberStatus.prospect,
  prospect: memberStatus.prospect,
  lapsed: memberStatus.lapsed,
  left: memberStatus.lapsed,
  inactive: memberStatus.lapsed,
  cancelled: memberStatus.lapsed,
  terminated: memberStatus.lapsed,
  expired: memberStatus.lapsed,
  enquiry: memberStatus.enquiry,
  enquirer: memberStatus.enquiry,
  lead: memberStatus.enquiry,
  issue: memberStatus.issue,
  notinterested: memberStatus.notInterested,
  unconverted: memberStatus.unconverted,
}

const frequencyWords: Readonly<Record<string, number>> = {
  week: subFrequency.weekly,
  weekly: subFrequency.weekly,
  month: subFrequency.monthly,
  monthly: subFrequency.monthly,
  quarter: subFrequency.quarterly,
  quarterly: subFrequency.quarterly,
  termly: subFrequency.quarterly,
  year: subFrequency.yearly,
  yearly: subFrequency.yearly,
  annual: subFrequency.yearly,
  annually: subFrequency.yearly,
  once: subFrequency.oneOff,
  oneoff: subFrequency.oneOff,
}

/** What people call the sources that every club begins with. */
const sourceWords: Readonly<Record<string, string>> = {
  friend: 'wordofmouth',
  friends: 'wordofmouth',
  family: 'wordofmouth',
  referral: 'wordofmouth',
  fb: 'facebook',
  websearch: 'google',
  passingby: 'walkin',
}

/** Passed is 1, failed is 0, as in the contract. */
const resultWords: readonly (readonly [RegExp, number])[] = [
  [/^(p|pass(ed)?|y(es)?|ok|merit|distinction|double pass|pass\s*\([^)]*\))$/i, 1],
  [/^(f|fail(ed)?|n(o)?|refer(red)?|not passed)$/i, 0],
]

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')

/** What a text most likely stands for among what the club has; null where nothing fits. */
export function matchValue(of: ImportValueKind, text: string, choices: Choices, disciplineId: number | null) {
  const letters = lettersOf(text)
  switch (of) {
    case 'grade':
      return matchBelt(
        text,
        choices.disciplines,
        choices.disciplines.find(({ id }) => id === disciplineId),
      ).value
    case 'status':
      return statusWords[letters] ?? null
    case 'frequency':
      return frequencyWords[letters] ?? null
    case 'result':
      return resultWords.find(([words]) => words.test(text))?.[1] ?? null
    case 'source': {
      const wanted = sourceWords[letters] ?? letters
      return choices.source.find(({ name }) => lettersOf(name) === wanted)?.id ?? null
    }
    default:
      return letters === '' ? null : (choices[of].find(({ name }) => lettersOf(name) === letters)?.id ?? null)
  }
}
