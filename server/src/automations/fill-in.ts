/** The fields that a message of an automation can have. */
export const automationFields: readonly string[] = [
  'member.firstName',
  'member.lastName',
  'member.fullName',
  'club.name',
  'club.email',
  'club.phone',
  'booking.className',
  'booking.date',
  'booking.time',
]

const condition = /\{%\s*if\s+([\w.]+)\s*%\}([\s\S]*?)\{%\s*endif\s*%\}/g
const field = /\{\{\s*([\w.]+)\s*\}\}/g

/** Fills in fields, {{ name }}, and what stands only where one is not empty, {% if name %}…{% endif %}. Never twice. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text
    .replaceAll(condition, (_, name: string, inner: string) => (valueIn(values, name) ? inner : ''))
    .replaceAll(field, (_, name: string) => valueIn(values, name))

const valueIn = (values: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(values, name) ? (values[name] ?? '') : ''

/** What in a text is neither text nor a field that there is; null: all is well. */
export function wrongField(text: string): string | null {
  const named = [...text.matchAll(condition), ...text.matchAll(field)].map(([, name = '']) => name)
  const unknown = named.find(name => !automationFields.includes(name))
  if (unknown !== undefined) return `There is no field ${unknown}.`
  const rest = text.replaceAll(condition, '$2').replaceAll(field, '')
  return /\{\{|\}\}|\{%|%\}/.test(rest) ? 'A field is written {{ member.firstName }}.' : null
}
