import type { ImportFieldName } from '@honbu/contract/import-fields.ts'
import { headingsOf } from './heading-words.ts'

const lettersOf = (heading: string) =>
  heading
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]/gu, '')

/** What a column of this heading is; undefined where its heading says nothing. */
export function fieldOf(heading: string, kind: keyof typeof headingsOf): ImportFieldName | undefined {
  const exact = named(lettersOf(heading), kind)
  if (exact || kind === 'gradings') return exact
  const words = wordsOf(heading)
  if (words.some(word => guardianWords.has(word))) return ofGuardian(words)
  if (words.some(word => emergencyWords.has(word)) || /next\s*of\s*kin/i.test(heading))
    return isPhone(words) ? 'emergencyPhone' : isOther(words) ? undefined : 'emergencyName'
  return named(words.filter(word => !noise.has(word)).join(''), kind)
}

function named(letters: string, kind: keyof typeof headingsOf): ImportFieldName | undefined {
  // Object.keys forgets that its answers are keys.
  const names = Object.keys(headingsOf[kind]) as ImportFieldName[]
  return letters === '' ? undefined : names.find(name => headingsOf[kind][name]?.includes(letters))
}

/** The words of a heading, in lower case: 'Parent 2 - Email', 'parent2Email' and 'parent_2_email' have the same. */
const wordsOf = (heading: string): string[] =>
  heading
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/gu, ' ')
    .toLowerCase()
    .replaceAll(/e-?mail/g, 'email')
    .split(/[^\p{L}\d]+/u)
    .filter(word => word !== '')

const guardianWords = new Set(
  'parent parents guardian guardians mother mothers father fathers mum mums dad dads carer carers'.split(' '),
)
const emergencyWords = new Set(['emergency', 'ice', 'kin'])
/** Words that say nothing about what a column is. */
const noise = new Set(
  'the of your my a 1 primary main number no num value details info member members student students client clients customer customers contact contacts person personal current'.split(
    ' ',
  ),
)

function ofGuardian(words: readonly string[]): ImportFieldName | undefined {
  const isBoth = words.some(word => /^(mum|mother)s?$/.test(word)) && words.some(word => /^(dad|father)s?$/.test(word))
  const isSecond =
    !isBoth &&
    words.some(word => ['2', 'second', 'secondary', 'other', 'father', 'fathers', 'dad', 'dads'].includes(word))
  if (words.includes('email') || words.includes('mail')) return isSecond ? 'guardian2Email' : 'guardianEmail'
  if (isPhone(words)) return isSecond ? 'guardian2Phone' : 'guardianPhone'
  if (isOther(words)) return undefined
  return isSecond ? 'guardian2' : 'guardian'
}

const isPhone = (words: readonly string[]) =>
  words.some(word => ['phone', 'telephone', 'tel', 'mobile', 'cell', 'mob', 'number'].includes(word))

/** Of a contact, what has no place here: how they are related, where they live. */
const isOther = (words: readonly string[]) =>
  words.some(word =>
    /^(relation|relationship|address|street|city|town|postcode|zip|gender|dob|birth|birthday|occupation|notes?|id|signature|consent|date)$/.test(
      word,
    ),
  )
