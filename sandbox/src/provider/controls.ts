import { addDays } from '@honbu/contract/calendar.ts'
import { dayText, escaped, moment, optionsOf } from './html.ts'
import type { Fault, Trouble } from './listener.ts'
import { troubles } from './listener.ts'
import { workingDayFrom } from './working-days.ts'

const troubleTexts: Readonly<Record<Trouble, string>> = {
  none: 'Works as it should',
  down: 'Down: connections break',
  slow: 'Slow: answers late',
  lost: 'Does it, but the answer is lost',
  429: 'Answers 429 (too many requests)',
  500: 'Answers 500 (its own error)',
}

export interface ControlValues {
  readonly now: Date
  readonly today: string
  readonly fault: Fault
  readonly shuffle: boolean
  readonly repeat: boolean
  readonly rateLimit: number | null
  /** More selects of the row "what comes next", as HTML. */
  readonly defaults: string
}

/** The forms for what holds for all accounts: time, what comes next, trouble. */
export function controls({ now, today, fault, shuffle, repeat, rateLimit, defaults }: ControlValues): string {
  const nextWorkingDay = workingDayFrom(addDays(today, 1))
  const chosen = optionsOf(
    troubles.map(trouble => [trouble, troubleTexts[trouble]] as const),
    fault.trouble,
  )
  const tick = (name: string, label: string, isOn: boolean) =>
    `<label class="tick"><input type="checkbox" name="${name}" value="1"${isOn ? ' checked' : ''}> ${label}</label>`
  return `
    <fieldset><legend>Time</legend>
      <p>Here it is <strong>${escaped(moment(now))}</strong>. Banks work on Mondays to Fridays without bank holidays, in the morning.</p>
      <form method="post" class="row">
        <button name="do" value="next-day">On to tomorrow</button>
        <button name="do" value="next-working-day">On to the next working day (${escaped(dayText(nextWorkingDay))})</button>
      </form>
      <form method="post" class="row">
        <label>To this day <input type="date" name="date" min="${escaped(addDays(today, 1))}" required></label>
        <button name="do" value="to-date">Move on</button>
      </form>
    </fieldset>
    <fieldset><legend>What comes next</legend>
      <form method="post" class="row">${defaults}<button name="do" value="defaults">Save</button></form>
    </fieldset>
    <fieldset><legend>Trouble</legend>
      <form method="post" class="row">
        <label>The API <select name="trouble">${chosen}</select></label>
        <label>For so many requests <input type="number" name="left" min="1" max="100000" value="${escaped(fault.left ?? '')}" placeholder="until changed"></label>
        <label>Requests a minute <input type="number" name="rateLimit" min="1" max="100000" value="${escaped(rateLimit ?? '')}" placeholder="no limit"></label>
        ${tick('shuffle', 'Webhooks out of order', shuffle)}
        ${tick('repeat', 'Webhooks twice', repeat)}
        <button name="do" value="trouble">Save</button>
      </form>
    </fieldset>`
}

interface Controlled {
  moveTo(date: string): void
  today(): string
  set(changed: {
    readonly fault: Fault
    readonly rateLimit: number | null
    readonly shuffle: boolean
    readonly repeat: boolean
  }): void
}

/** Does what those forms ask. @returns whether it was one of them */
export function control(form: Readonly<Record<string, string>>, world: Controlled): boolean {
  const today = world.today()
  if (form.do === 'next-day') world.moveTo(addDays(today, 1))
  else if (form.do === 'next-working-day') world.moveTo(workingDayFrom(addDays(today, 1)))
  else if (form.do === 'to-date') {
    // A day that is far away is lived through day by day: two years at most.
    const date = form.date ?? ''
    if (/^\d{4}-\d\d-\d\d$/.test(date) && date <= addDays(today, 731)) world.moveTo(date)
  } else if (form.do === 'trouble') {
    const trouble = troubles.find(one => one === form.trouble) ?? 'none'
    const [left, rateLimit] = [numberOf(form.left), numberOf(form.rateLimit)]
    world.set({ fault: { trouble, left }, rateLimit, shuffle: form.shuffle === '1', repeat: form.repeat === '1' })
  } else return false
  return true
}

const numberOf = (text: string | undefined) =>
  text && /^\d{1,6}$/.test(text) && Number(text) > 0 ? Number(text) : null
