import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Where numbers, dates and times may be turned into text by hand, and why. */
const allowed = [
  // What everybody else takes.
  'contract/src/format.ts',
  'contract/src/calendar.ts',
  // Rates and averages, which only reports have.
  'contract/src/report-words.ts',
  'web/src/ui/dates.ts',
  'web/src/ui/moments.ts',
  // Names of weekdays, in letters.
  'server/src/bookings/letters.ts',
  // Only makes a first one, whose word nobody reads.
  'web/src/app/formatters.worker.ts',
  // Only asks whether there is such a time zone.
  'contract/src/club-fields.ts',
  // What stands in a field that is typed into, or in a file for another program: no separators.
  'web/src/ui/form/read-text.ts',
  'server/src/exports/export-rows.ts',
  'server/src/billing/get-debtors.ts',
  'server/src/recovery/payouts/payout-file.ts',
  'server/src/reporting/files/report-csv.ts',
]

it('writes numbers, dates and times by one way (specification, section 9)', () => {
  const files = globSync('{contract,server,web}/src/**/*.{ts,tsx}').filter(file => !file.includes('.test.'))
  expect(files.length).toBeGreaterThan(1000)
  const byHand = /\.toLocale(?:String|DateString|TimeString)\(|Intl\.(?:DateTime|Number)Format|\.toFixed\(/
  expect(files.filter(file => byHand.test(readFileSync(file, 'utf8'))).sort()).toEqual([...allowed].sort())
})

it('writes when something finishes by one way, where 24:00 is midnight', () => {
  const files = globSync('{server,web}/src/**/*.{ts,tsx}').filter(file => !file.includes('.test.'))
  const byHand = /(?:–|\bto\b)\s*\$?\{[\w.]*finish(?:Time)?\}/
  expect(files.filter(file => byHand.test(readFileSync(file, 'utf8')))).toEqual([])
})
