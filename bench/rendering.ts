import { mergeFields } from '@honbu/contract/merge-fields.ts'
import type { Db } from '@honbu/server/platform/database.ts'
import { compileContent } from '@honbu/server/templates/index.ts'

/**
 * Rendering: how many messages one process writes in a second, HTML and plain text of each, and what memory it takes.
 * The words are those of an ordinary letter with a layout, a table, a list, a button, conditions and a default.
 */
const count = 100_000
const address = 'https://honbu.example'

const body =
  '<h1>Welcome, {{ member.firstName }}!</h1><p>Dear {{ recipient.firstName }},</p>' +
  '<p>{% if class.name %}</p><table><tr><th><p>Class</p></th><td><p>{{ class.name }}</p></td></tr>' +
  '<tr><th><p>When</p></th><td><p>{{ class.next }}, {{ class.time }}</p></td></tr></table><p>{% endif %}</p>' +
  '<p>Your grade is {{ grade.name | default: "still to come" }}, next is {{ grade.next }} on {{ grading.date }}.</p>' +
  '<ul><li><p>water</p></li><li><p>a uniform</p></li></ul>' +
  '<p>Open: <strong>{{ balance.owed }}</strong></p><p><a data-button="" href="{{ links.pay }}">Pay now</a></p>'

const layout = {
  header: '<h2>{{ club.name }}</h2>',
  footer: '<p>{{ club.name }}, {{ club.address }}</p><p><a href="{{ links.unsubscribe }}">Unsubscribe</a></p>',
}

// Without a layout of its own and images nothing is asked of the database.
const noDb = {} as Db
const content = { channel: 'email', subject: 'Hello {{ member.firstName }}', body, layoutId: null } as const
const { render } = await compileContent(noDb, 1, content, { address, layout })
const examples = Object.fromEntries(mergeFields.map(field => [field.name, field.example]))

const megabytes = () => Math.round(process.memoryUsage().rss / 1_048_576)
let bytes = 0
const began = performance.now()
const memory: number[] = []
for (let at = 0; at < count; at++) {
  const { subject, html, text } = render({ ...examples, 'member.firstName': `Mia ${at} <b>` })
  bytes += subject.length + (html?.length ?? 0) + text.length
  if (at % (count / 10) === count / 10 - 1) memory.push(megabytes())
}
const seconds = (performance.now() - began) / 1000
console.log(`rendering: ${count} messages in ${seconds.toFixed(1)} s, ${Math.round(count / seconds)} a second`)
console.log(`${Math.round(bytes / count)} characters each; resident memory at each tenth, MB: ${memory.join(' ')}`)
