import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/privacy.ts'
import { strToU8, zipSync } from 'fflate'
import { keyIn } from '../platform/files.ts'
import { type Html, html } from '../platform/html.ts'
import type { Write } from '../platform/route.ts'
import { lockForAdmin, photoOf } from './everywhere.ts'
import { type DataPart, personalData } from './personal-data.ts'

/** What a person may ask for (UK GDPR, Article 15): once as data, once to read. That it was handed out is in the audit. */
export async function exportPersonalData(context: Write, { id }: Input<typeof call.exportPersonalData>) {
  const { tx, user, now, audit, files } = context
  const [member] = await lockForAdmin(context, [id])
  if (!member) throw new Error('the guard has found the member')
  const parts = (await personalData(tx, id, [...user.clubs.keys()])).filter(({ rows }) => rows.length > 0)
  const made = now.toISOString()
  const json = {
    member: member.name,
    code: member.code,
    made,
    data: Object.fromEntries(parts.map(({ title, rows }) => [title, rows])),
  }
  const photo = await photoOf(tx, member.personId)
  const key = keyIn(photo)
  const file = key ? await files.get(key) : null
  const zip = zipSync({
    ...(file && { [`photo.${key?.split('.').at(-1) ?? 'webp'}`]: file.bytes }),
    'personal-data.json': strToU8(JSON.stringify(json, null, 2)),
    'personal-data.html': strToU8(page(`${member.name} [${member.code}]`, made, parts).markup),
  })
  for (const clubId of member.clubIds)
    audit({ clubId, memberId: id, subject: 'member', subjectId: id, before: null, after: { exported: parts.length } })
  return {
    fileName: `personal-data-${member.code.replaceAll(/[^\w-]/g, '_')}.zip`,
    contentType: 'application/zip' as const,
    base64: Buffer.from(zip).toString('base64'),
  }
}

function page(title: string, made: string, parts: readonly DataPart[]): Html {
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: personal data</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid #ccc; padding: 4px 8px; text-align: left; vertical-align: top; }
</style>
</head>
<body>
<h1>${title}</h1>
<p>Everything that is held about this person, as of ${made}.</p>
${parts.map(part)}
</body>
</html>
`
}

function part({ title, rows }: DataPart): Html {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))]
  return html`<h2>${title}</h2>
<table>
<thead><tr>${columns.map(column => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${rows.map(row => html`<tr>${columns.map(column => html`<td>${textOf(row[column])}</td>`)}</tr>\n`)}
</tbody>
</table>
`
}

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
