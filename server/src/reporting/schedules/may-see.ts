import { moneyTabs } from '@honbu/contract/report-money.ts'
import type { ReportTab } from '@honbu/contract/report-tabs.ts'
import type { Db } from '../../platform/database.ts'
import { type Staff, staffOfEach } from '../../platform/staff-of.ts'

/**
 * Who may see the reports of all of these clubs, straight or through a club above, by name.
 * @param tab so that only admins see the clubs' money
 * @param among only of these accounts
 */
export async function whoMaySee(
  db: Db,
  clubIds: readonly number[],
  now: Date,
  { tab, among }: { readonly tab?: ReportTab | undefined; readonly among?: readonly number[] } = {},
): Promise<Staff[]> {
  const [people = []] = await whoMaySeeEach(db, [{ clubIds, tab, among }], now)
  return people
}

interface Asked {
  readonly clubIds: readonly number[]
  readonly tab?: ReportTab | undefined
  readonly among?: readonly number[] | undefined
}

/** The same of several sets of clubs, in their order. */
export async function whoMaySeeEach(db: Db, asked: readonly Asked[], now: Date): Promise<Staff[][]> {
  const staff = await staffOfEach(db, asked, now, { withFigures: true })
  return asked.map(({ tab }, index) => {
    const people = staff[index] ?? []
    return tab && moneyTabs.has(tab) ? people.filter(({ isAdmin }) => isAdmin) : people
  })
}
