import { blackedOut, blackOut } from '@honbu/contract/black-out.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { counted, dateTime } from '@honbu/contract/format.ts'
import type * as call from '@honbu/contract/privacy.ts'
import { strToU8, zipSync } from 'fflate'
import type { User } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import { keyIn } from '../platform/files.ts'
import { type Html, html } from '../platform/html.ts'
import { noteReader } from '../platform/readable-notes.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { lockForAdmin, type MemberAcross, memberForAdmin, photoOf } from './everywhere.ts'
import { type DataPart, type PersonalData, readPersonalData } from './personal-data.ts'
import type { DataField } from './readable.ts'

/** Reads everything held about a member, for the review before it is handed over. */
export async function getPersonalData({ db, user }: Read, { id }: Input<typeof call.getPersonalData>) {
  const member = await memberForAdmin({ db, user }, id)
  const { parts, digest, notesLeftOut } = await read(db, member, user)
  return {
    digest,
    notesLeftOut,
    hasPhoto: keyIn(await photoOf(db, member.personId)) !== undefined,
    parts: parts.map(({ rows, ...part }) => ({
      ...part,
      rows: rows.map(({ row, fields }) => ({ row, fields: fields.map(({ field, text }) => ({ field, text })) })),
    })),
  }
}

/**
 * Hands out what a person may ask for (UK GDPR, Article 15), to read and as data. The audit keeps that it was handed out.
 * @throws Refused 409 if anything has changed since it was read
 */
export async function exportPersonalData(context: Write, input: Input<typeof call.exportPersonalData>) {
  const { tx, user, now, audit, files } = context
  const [member] = await lockForAdmin(context, [input.id])
  if (!member) throw new Error('the guard has found the member')
  const { parts, digest } = await read(tx, member, user)
  if (digest !== input.digest)
    throw new Refused(409, 'Something about this member has changed since you read it. Read it once more.')
  const handedOver = blackOut(parts, { fields: input.blackedOut, words: input.words })
  const made = dateTime(now, await timeZoneOf(tx, member))
  const title = `${member.name} [${member.code}]`
  const json = {
    member: title,
    made: now.toISOString(),
    blackedOut: handedOver.count,
    data: Object.fromEntries(
      handedOver.parts.map(({ title: part, rows }) => [
        part,
        rows.map(({ fields }) => Object.fromEntries(fields.map(({ field, value }) => [field, value]))),
      ]),
    ),
  }
  const key = input.withPhoto ? keyIn(await photoOf(tx, member.personId)) : undefined
  const file = key ? await files.get(key) : null
  const zip = zipSync({
    ...(file && { [`photo.${key?.split('.').at(-1) ?? 'webp'}`]: file.bytes }),
    'personal-data.json': strToU8(JSON.stringify(json, null, 2)),
    'personal-data.html': strToU8(page(title, made, handedOver.parts, handedOver.count).markup),
  })
  for (const clubId of member.clubIds)
    audit({
      clubId,
      memberId: member.id,
      subject: 'member',
      subjectId: member.id,
      before: null,
      after: { exported: parts.length, blackedOut: handedOver.count },
    })
  return {
    fileName: `personal-data-${member.code.replaceAll(/[^\w-]/g, '_')}.zip`,
    contentType: 'application/zip' as const,
    base64: Buffer.from(zip).toString('base64'),
  }
}

async function read(db: Db, member: MemberAcross, user: User): Promise<PersonalData> {
  return await readPersonalData(db, {
    memberId: member.id,
    reader: noteReader(user),
    timeZone: await timeZoneOf(db, member),
  })
}

async function timeZoneOf(db: Db, { rootClubId }: MemberAcross): Promise<string> {
  const club = await db.selectFrom('club').select('time_zone').where('id', '=', rootClubId).executeTakeFirstOrThrow()
  return club.time_zone
}

function page(title: string, made: string, parts: readonly DataPart[], count: number): Html {
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: personal data</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid #ccc; padding: 4px 8px; text-align: left; vertical-align: top; white-space: pre-line; }
</style>
</head>
<body>
<h1>${title}</h1>
<p>This is everything we hold about you, as of ${made}.</p>
${count > 0 && html`<p>We blacked out ${counted(count, 'place')} (${blackedOut}) that would have told you about other people.</p>`}
${parts.map(part)}
</body>
</html>
`
}

function part({ title, rows }: DataPart): Html {
  const columns = [...new Set(rows.flatMap(({ fields }) => fields.map(({ field }) => field)))]
  return html`<h2>${title}</h2>
<table>
<thead><tr>${columns.map(column => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${rows.map(
  ({ fields }) => html`<tr>${columns.map(column => html`<td>${textOf(fields, column)}</td>`)}</tr>
`,
)}
</tbody>
</table>
`
}

const textOf = (fields: readonly DataField[], column: string) =>
  fields.find(({ field }) => field === column)?.text ?? ''
