import { escaped, optionsOf } from '../provider/html.ts'
import type { Rule } from './rules.ts'

interface Trouble {
  readonly title: string
  /** The name of the field that says which of the two it is. */
  readonly channel: 'mail' | 'sms'
  readonly rules: readonly Rule[]
  readonly faults: readonly (readonly [value: string, text: string])[]
  readonly outcomes: readonly (readonly [value: string, text: string])[]
}

/** A form for what is to become of messages, and the list of what has been said. */
export function troubleForm({ title, channel, rules, faults, outcomes }: Trouble): string {
  const textOf = (choices: Trouble['faults'], value: string) => choices.find(([one]) => one === value)?.[1] ?? value
  const items = rules.map(({ id, to, left, fault, outcome, isTwice }) => {
    const words = [textOf(faults, fault), outcome && textOf(outcomes, outcome), isTwice && 'webhooks twice']
    const what = words.filter(Boolean).join('; ')
    const count = left === null ? '' : `, ${left} more`
    return `<li><form method="post" class="inline"><input type="hidden" name="channel" value="${channel}">
      <input type="hidden" name="rule" value="${escaped(id)}">
      <span>${escaped(to || 'All')}: ${escaped(what)}${count}</span>
      <button name="do" value="drop-rule" aria-label="Take away: ${escaped(to || 'all')}, ${escaped(what)}">Take away</button></form></li>`
  })
  return `<details${rules.length > 0 ? ' open' : ''}><summary>${escaped(title)}</summary>
    <form method="post" class="row"><input type="hidden" name="channel" value="${channel}">
      <label>For <input name="to" placeholder="everyone"></label>
      <label>Handing over <select name="fault">${optionsOf([['', 'Goes well'], ...faults])}</select></label>
      <label>Afterwards <select name="outcome">${optionsOf([['', 'As usual'], ...outcomes])}</select></label>
      <label>For so many messages <input type="number" name="left" min="1" max="100000" placeholder="until taken away"></label>
      <label class="tick"><input type="checkbox" name="twice" value="1"> Webhooks twice</label>
      <button name="do" value="add-rule">Save</button>
    </form>
    ${items.length > 0 ? `<ul>${items.join('')}</ul>` : ''}
  </details>`
}

/** What the form says. */
export function ruleOf(form: Readonly<Record<string, string>>) {
  const left = Number(form.left)
  return {
    to: (form.to ?? '').trim(),
    left: Number.isInteger(left) && left > 0 ? left : null,
    isTwice: form.twice === '1',
  }
}
