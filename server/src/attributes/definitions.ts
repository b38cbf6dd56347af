import type * as call from '@honbu/contract/attributes.ts'
import type { AttributeType } from '@honbu/contract/attributes.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { refuseOn } from '../platform/constraint.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'

export interface Definition {
  attributeId: number
  version: number
  clubId: number
  clubName: string
  name: string
  type: AttributeType
  choices: string[]
  isRequired: boolean
  position: number
}

export async function getAttributeDefinitions({ db }: Read, { id }: Input<typeof call.getAttributeDefinitions>) {
  const { rows } = await sql<Definition & { isOwn: boolean; uses: number }>`
    select ${definition}, above.distance = 0 as "isOwn",
      (select count(*) from member_attribute where attribute_id = attribute.id) as uses
    from club_and_above(${id}) above
    join attribute on attribute.club_id = above.club_id
    join club on club.id = attribute.club_id
    order by above.distance desc, attribute.position, attribute.name, attribute.id`.execute(db)
  return rows
}

export const definition = sql`attribute.id as "attributeId", attribute.version, club.id as "clubId", club.name as "clubName",
  attribute.name, attribute.type, attribute.choices, attribute.is_required as "isRequired", attribute.position`

export async function readDefinition(db: Db, id: number): Promise<Definition> {
  const { rows } = await sql<Definition>`
    select ${definition} from attribute join club on club.id = attribute.club_id where attribute.id = ${id}`.execute(db)
  const [found] = rows
  if (!found) throw new Refused(404, `There is no attribute ${id}.`)
  return found
}

const taken = { attribute_club_id_name_key: ['name', 'The club has an attribute of that name already.'] } as const

type Saved = Input<typeof call.saveAttributeDefinition>

export async function saveAttributeDefinition(context: Write, { id, clubId, version, ...fields }: Saved) {
  const { tx, audit } = context
  const { name, type, isRequired } = fields
  const choices = type === 'choice' ? fields.choices : []
  if (type === 'choice' && choices.length < 2) throw refused(400, 'choices', 'Give at least two choices')
  const before = id === 0 ? null : await lockDefinition(context, { id, clubId, version })
  if (before) await refuseWhatIsUsed(tx, before, type, choices)
  const values = { name, type, choices, is_required: isRequired, position: fields.position ?? before?.position ?? 0 }
  const saved = await refuseOn(taken, async () =>
    before
      ? await tx
          .updateTable('attribute')
          .set({ ...values, version: before.version + 1 })
          .where('id', '=', id)
          .returning(['id as attributeId', 'version'])
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto('attribute')
          .values(eb => ({
            ...values,
            club_id: clubId,
            root_club_id: eb.selectFrom('club').select('root_club_id').where('id', '=', clubId),
          }))
          .returning(['id as attributeId', 'version'])
          .executeTakeFirstOrThrow(),
  )
  audit({
    clubId,
    subject: 'attribute',
    subjectId: saved.attributeId,
    before,
    after: { name, type, choices, isRequired },
  })
  return saved
}

interface Edited {
  readonly id: number
  readonly clubId: number
  readonly version: number | undefined
}

async function lockDefinition(
  { tx }: Write,
  { id, clubId, version }: Edited,
): Promise<Definition & Record<string, unknown>> {
  await tx.selectFrom('attribute').select('id').where('id', '=', id).forUpdate().execute()
  const found = await readDefinition(tx, id)
  if (found.clubId !== clubId) throw refused(400, 'clubId', 'This attribute belongs to another club.')
  const current = () => readDefinition(tx, id)
  await checkVersion(tx, { subject: 'attribute', subjectId: id, is: found.version, given: version, current })
  return { ...found }
}

/** What members have been given stays readable: a type does not change below it, nor does a choice go. */
async function refuseWhatIsUsed(tx: Write['tx'], before: Definition, type: AttributeType, choices: readonly string[]) {
  const used = await tx
    .selectFrom('member_attribute')
    .select('value')
    .distinct()
    .where('attribute_id', '=', before.attributeId)
    .limit(200)
    .execute()
  if (used.length === 0) return
  if (type !== before.type) throw refused(409, 'type', 'Members have values of this type: make another attribute.')
  const gone = used.find(({ value }) => type === 'choice' && !choices.includes(value))
  if (gone) throw refused(409, 'choices', `“${gone.value}” is used by members.`)
}

export async function deleteAttributeDefinition(
  { tx, audit }: Write,
  { id, withValues }: Input<typeof call.deleteAttributeDefinition>,
) {
  await tx.selectFrom('attribute').select('id').where('id', '=', id).forUpdate().execute()
  const before = await readDefinition(tx, id)
  const values = await tx.deleteFrom('member_attribute').where('attribute_id', '=', id).executeTakeFirst()
  const count = Number(values.numDeletedRows)
  if (count > 0 && !withValues)
    throw refused(
      409,
      'withValues',
      `${count === 1 ? '1 member has' : `${count} members have`} a value for ${before.name}.`,
    )
  await tx.deleteFrom('attribute').where('id', '=', id).execute()
  audit({
    clubId: before.clubId,
    subject: 'attribute',
    subjectId: id,
    before: { ...before, values: count },
    after: null,
  })
  return { attributeId: id }
}

const refused = (status: 400 | 409, field: string, message: string) =>
  new Refused(status, message, { [field]: [message] })
