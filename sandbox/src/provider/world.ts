import { createHmac, randomBytes } from 'node:crypto'
import { addDays, instantAt } from '@honbu/contract/calendar.ts'
import { type Journal, openJournal } from './journal.ts'
import type { Fault, Trouble } from './listener.ts'
import { londonDate } from './working-days.ts'

/** What is set on the pages, for all accounts. */
export interface WorldSettings<Defaults> {
  /** How far the sandbox's clock is ahead, in milliseconds. */
  readonly ahead: number
  /** The last day whose morning has been lived through. */
  readonly lastDay: string
  readonly fault: Fault
  readonly shuffle: boolean
  readonly repeat: boolean
  /** Requests a minute and account; null: as many as one likes. */
  readonly rateLimit: number | null
  /** What the accounts' own secrets are made from. */
  readonly secret: string
  readonly byDefault: Defaults
}

/** A provider's clock, settings and file. */
export interface World<Defaults> {
  readonly journal: Journal
  readonly settings: () => WorldSettings<Defaults>
  set(changed: Partial<WorldSettings<Defaults>>): void
  /** The sandbox's clock. */
  readonly now: () => Date
  /** Lives through the mornings that have come since the last time. */
  catchUp(): void
  /** Moves the clock on to ten in the morning of this day; a day that is not ahead changes nothing. */
  moveTo(date: string): void
  /** What is wrong with the next request; counts it. */
  readonly trouble: () => Trouble
}

export interface WorldOptions<Defaults> {
  readonly file: string
  readonly clock: () => Date
  readonly byDefault: Defaults
  /** Is given what the file remembers besides the settings. */
  readonly read: (kind: string, id: string, value: unknown) => void
  /** A morning, while the clock stands at nine. */
  readonly morning: (day: string) => void
}

const london = 'Europe/London'

export async function openWorld<Defaults>(options: WorldOptions<Defaults>): Promise<World<Defaults>> {
  let settings: WorldSettings<Defaults> | undefined
  const journal = await openJournal(options.file, (kind, id, value) => {
    // Written by `set` below.
    if (kind === 'settings') settings = value as WorldSettings<Defaults>
    else options.read(kind, id, value)
  })
  const set = (changed: Partial<WorldSettings<Defaults>>) => {
    settings = { ...current(), ...changed }
    journal.put('settings', 'world', settings)
  }
  const current = (): WorldSettings<Defaults> => {
    settings ??= {
      ahead: 0,
      lastDay: londonDate(options.clock()),
      fault: { trouble: 'none', left: null },
      shuffle: false,
      repeat: false,
      rateLimit: null,
      secret: randomBytes(32).toString('hex'),
      byDefault: options.byDefault,
    }
    return settings
  }
  set({})

  let standing: Date | undefined
  const now = () => standing ?? new Date(options.clock().getTime() + current().ahead)

  /** Through the mornings up to and with this day, each with the clock at nine. */
  function liveTo(day: string): void {
    for (let next = addDays(current().lastDay, 1); next <= day; next = addDays(next, 1)) {
      standing = instantAt(london, next, '09:00')
      try {
        options.morning(next)
      } finally {
        standing = undefined
      }
      set({ lastDay: next })
    }
  }

  function catchUp(): void {
    const instant = now()
    const today = londonDate(instant)
    const hasMorning = instant >= instantAt(london, today, '09:00')
    liveTo(hasMorning ? today : addDays(today, -1))
  }

  return {
    journal,
    settings: current,
    set,
    now,
    catchUp,
    moveTo(date) {
      catchUp()
      const there = instantAt(london, date, '10:00')
      if (there <= now()) return
      set({ ahead: there.getTime() - options.clock().getTime() })
      catchUp()
    },
    trouble() {
      const { trouble, left } = current().fault
      if (trouble === 'none' || left === null) return trouble
      set({ fault: left > 1 ? { trouble, left: left - 1 } : { trouble: 'none', left: null } })
      return trouble
    },
  }
}

/** Counts requests a minute. */
export function rateMeter(now: () => number) {
  const windows = new Map<string, { from: number; count: number }>()
  return function count(account: string): number {
    const open = windows.get(account)
    if (!open || now() - open.from >= 60_000) {
      windows.set(account, { from: now(), count: 1 })
      return 1
    }
    open.count += 1
    return open.count
  }
}

/** The secret of an account's webhooks to the default address. */
export const accountSecret = (secret: string, token: string) => createHmac('sha256', secret).update(token).digest('hex')
