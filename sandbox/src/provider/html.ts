/** Text as HTML, which every value on a page goes through. */
export const escaped = (text: unknown) =>
  String(text ?? '').replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

/** A whole page of the sandbox; `content` is HTML. */
export function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en-GB">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escaped(title)}</title>
  <style>
    :root { color-scheme: light dark; --back: #fff; --text: #1c1c1c; --line: #c4c4c4; --strong: #1f5fbf; --soft: #efefef }
    @media (prefers-color-scheme: dark) {
      :root { --back: #141414; --text: #f2f2f2; --line: #4a4a4a; --strong: #8ab8ff; --soft: #272727 }
    }
    html { background: var(--back); color: var(--text) }
    body { font: 15px/1.5 "IBM Plex Sans", system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem }
    main.narrow { max-width: 32rem; margin: 0 auto }
    h1 { font-size: 1.6rem; margin: 0 0 .5rem }
    h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
    table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
    th, td { text-align: left; padding: .35rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top }
    td.money, th.money { text-align: right }
    .scroll { overflow-x: auto }
    form.row { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: end; margin: .5rem 0 }
    form.inline { display: inline-flex; gap: .35rem }
    fieldset { border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; margin: 1rem 0 }
    legend { font-weight: 600; padding: 0 .35rem }
    label { display: inline-flex; flex-direction: column; gap: .15rem; font-size: .9rem }
    label.tick { flex-direction: row; gap: .4rem; align-items: center }
    label.wide { display: flex; margin: .6rem 0 }
    input, select, button { font: inherit; color: var(--text); background: var(--back); padding: .35rem .55rem; border: 1px solid #888; border-radius: 6px }
    input[type=checkbox] { width: 1.1rem; height: 1.1rem }
    input::placeholder { color: var(--text); opacity: .75 }
    button { cursor: pointer; background: var(--soft) }
    button.main { background: #1f5fbf; border-color: #1f5fbf; color: #fff }
    :focus-visible { outline: 3px solid var(--strong); outline-offset: 2px }
    a { color: var(--strong); overflow-wrap: anywhere }
    code { font-size: .88em; overflow-wrap: anywhere }
    .note { border-left: 4px solid var(--strong); padding: .25rem .75rem; background: var(--soft) }
    .problem { border-left: 4px solid #b3261e; padding: .25rem .75rem; background: var(--soft) }
  </style>
</head>
<body>${content}</body>
</html>`
}

/** A table in a box that scrolls; `rows` are cells of HTML. */
export function table(caption: string, heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return `<p>No ${escaped(caption.toLowerCase())} yet.</p>`
  const head = heads.map(text => `<th scope="col">${escaped(text)}</th>`).join('')
  const body = rows.map(cells => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`).join('')
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(caption)}"><table>
    <thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

/** Options of a select. */
export const optionsOf = (choices: readonly (readonly [value: string, text: string])[], chosen?: string) =>
  choices
    .map(
      ([value, text]) =>
        `<option value="${escaped(value)}"${value === chosen ? ' selected' : ''}>${escaped(text)}</option>`,
    )
    .join('')

/** Pence as pounds. */
export const pounds = (pence: number) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' }).format(pence / 100)

/** An instant as London's clock shows it. */
export const moment = (instant: Date) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', dateStyle: 'medium', timeStyle: 'short' }).format(
    instant,
  )

/** A day, YYYY-MM-DD, as people write it. */
export const dayText = (date: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'medium' }).format(new Date(`${date}T00:00:00Z`))

/** A key as it is shown: whole where it is one of the sandbox's own, else its ends. */
export const keyText = (key: string) => (key.length <= 24 ? key : `${key.slice(0, 12)}…${key.slice(-4)}`)

/** What a browser asks of a page of the sandbox. */
export interface PageRequest {
  readonly method: 'GET' | 'POST'
  /** Below the sandbox's address, without a slash at its beginning: `flow/BRF1`. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The fields of a form that was sent. */
  readonly form: Readonly<Record<string, string>>
}

export type PageAnswer = { readonly html: string; readonly status?: number } | { readonly to: string }
