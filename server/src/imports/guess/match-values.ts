import { memberStatus, paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
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
  ...wordsFor(memberStatus.active, 'live yes y true paying fullmember paid enrolled ongoing'),
  ...wordsFor(
    memberStatus.lapsed,
    'ex exmember former formermember resigned deceased dormant quit past pastmember nonmember noncurrent archived ended stopped no n false withdrawn inactivemember alumni alumnus',
  ),
  ...wordsFor(memberStatus.prospect, 'trialist trialling ontrial freetrial taster'),
  ...wordsFor(memberStatus.enquiry, 'inquiry interested newlead'),
}

const frequencyWords: Readonly<Record<string, number>> = {
  ...wordsFor(subFrequency.weekly, 'w week weekly perweek everyweek eachweek pw wk 1week 7days'),
  ...wordsFor(
    subFrequency.monthly,
    'm month monthly permonth everymonth eachmonth pm pcm mth mthly calendarmonth calendarmonthly 1month onemonth',
  ),
  ...wordsFor(
    subFrequency.quarterly,
    'q quarter quarterly perquarter everyquarter term termly perterm eachterm 3months 3monthly every3months pq',
  ),
  ...wordsFor(subFrequency.yearly, 'y year yearly peryear everyyear annual annually perannum pa 12months 1year yr'),
  ...wordsFor(subFrequency.oneOff, 'once oneoff onetime single onceonly upfront'),
}

/** What clubs and other systems call the ways to pay. */
const paymentWords: Readonly<Record<string, number>> = {
  ...wordsFor(
    paymentMethod.directDebit,
    'dd directdebit debit gocardless gc bacs bacsdirectdebit debitmandate autopay eft ach',
  ),
  ...wordsFor(paymentMethod.card, 'card creditcard debitcard stripe savedcard cardonfile onlinecard visa mastercard'),
  ...wordsFor(paymentMethod.cash, 'cash cashinhand cashatclass cashonthedoor door ondoor'),
  ...wordsFor(paymentMethod.cardReader, 'cardreader reader sumup zettle izettle square pos terminal contactless'),
  ...wordsFor(
    paymentMethod.bankTransfer,
    'banktransfer transfer bank standingorder so sto bacstransfer bacspayment fasterpayment online onlinetransfer',
  ),
  ...wordsFor(paymentMethod.cheque, 'cheque check chq'),
  ...wordsFor(paymentMethod.instantBankPay, 'instantbankpay paybybank openbanking'),
}

function wordsFor(id: number, words: string): Record<string, number> {
  return Object.fromEntries(words.split(' ').map(word => [word, id]))
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
    case 'paymentMethod':
      return paymentWords[letters] ?? null
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
