import * as z from 'zod/mini'
import { counted, currency } from './format.ts'

const Sum = z.object({ members: z.int(), amount: z.number() })

const FieldCount = z.object({ title: z.string(), members: z.int() })
type FieldCount = z.infer<typeof FieldCount>

/** What an import would do as a whole, beside its single lines. */
export const ImportFindings = z.object({
  /** Fields of members who are there, and how many members get another value. */
  changes: z.array(FieldCount),
  /** Fields that someone has edited since an import, and that stay. */
  kept: z.array(FieldCount),
  /** The same, and the file replaces them. */
  replaced: z.array(FieldCount),
  /** Classes with more members than places. */
  full: z.array(z.object({ className: z.string(), places: z.int(), enrolled: z.int(), added: z.int() })),
  /** New people with the name of someone else, and nothing else to compare by. */
  namesakes: z.int(),
  /** Contacts who are there, with another email or phone in the file: that stays. */
  keptContacts: z._default(z.int(), 0),
  /** Lines about someone who is on an earlier line. */
  merged: z._default(z.int(), 0),
  /** Opening balances, in pounds. */
  balances: z._default(z.object({ owed: Sum, credit: Sum, noted: z.int() }), {
    owed: { members: 0, amount: 0 },
    credit: { members: 0, amount: 0 },
    noted: 0,
  }),
  /** Sheets of the workbook that aren't imported. */
  otherSheets: z._default(z.array(z.string()), []),
})
export type ImportFindings = z.infer<typeof ImportFindings>

export interface FindingText {
  readonly text: string
  /** Someone should look at it before the import. */
  readonly isWarning: boolean
}

/** The findings in sentences: the same on screen and on the command line. */
export function findingTexts({
  changes,
  kept,
  replaced,
  full,
  namesakes,
  keptContacts,
  merged,
  balances,
  otherSheets,
}: ImportFindings): FindingText[] {
  const warn = (text: string) => ({ text, isWarning: true })
  return [
    ...full.map(({ className, places, enrolled, added }) =>
      warn(
        `${className} has ${counted(places, 'place')}. With ${added} from this file it would have ${counted(enrolled, 'member')}.`,
      ),
    ),
    ...(namesakes > 0
      ? [
          warn(
            `${counted(namesakes, 'line has', 'lines have')} the name of someone else and nothing else in common. We’ll add them as other people.`,
          ),
        ]
      : []),
    ...(keptContacts > 0
      ? [
          warn(
            `${counted(keptContacts, 'parent or contact has', 'parents and contacts have')} another email or phone in this file. We don’t change those: do it on the member’s page.`,
          ),
        ]
      : []),
    ...(merged > 0
      ? [warn(`${counted(merged, 'line is', 'lines are')} about someone on an earlier line. We’ll merge them.`)]
      : []),
    ...balanceTexts(balances).map(warn),
    ...(otherSheets.length > 0 ? [warn(`Sheets that this doesn’t import: ${otherSheets.join(', ')}.`)] : []),
    ...(replaced.length > 0 ? [warn(`Edited by hand since an import, and replaced: ${listOf(replaced)}.`)] : []),
    ...(kept.length > 0 ? [warn(`Edited by hand since an import, and kept: ${listOf(kept)}.`)] : []),
    ...(changes.length > 0 ? [{ text: `Changed fields: ${listOf(changes)}.`, isWarning: false }] : []),
  ]
}

function balanceTexts({ owed, credit, noted }: ImportFindings['balances']): string[] {
  const owes = `${counted(owed.members, 'member owes', 'members owe')} ${currency(owed.amount)}`
  const has = `${counted(credit.members, 'member has', 'members have')} ${currency(credit.amount)} in credit`
  const sums = [...(owed.members > 0 ? [owes] : []), ...(credit.members > 0 ? [has] : [])]
  return [
    ...(sums.length > 0 ? [`Opening balances: ${sums.join(', and ')}. They’ll be in the books from today.`] : []),
    ...(noted > 0
      ? [
          `${counted(noted, 'balance becomes a note', 'balances become notes')}. To book them, say whether a plus is owed or in credit.`,
        ]
      : []),
  ]
}

const listOf = (fields: readonly FieldCount[]) =>
  fields.map(({ title, members }) => `${title} (${counted(members, 'member')})`).join(', ')
