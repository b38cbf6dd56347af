/** Markup that may be sent as it is. Made only by `html`, which escapes whatever it is given. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Value = Html | string | number | false | null | undefined | readonly Value[]

/** A template whose values are escaped, unless they are markup themselves. Nothing is written for false and null. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.map((part, index) => part + print(values[index])).join(''))
}

function print(value: Value): string {
  if (value === undefined || value === null || value === false) return ''
  if (value instanceof Html) return value.markup
  if (typeof value === 'object') return value.map(print).join('')
  return String(value).replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
