import type { Input } from '@honbu/contract/endpoint.ts'
import { names } from '@honbu/contract/ids.ts'
import { editableRoles, noRole, type Right, rights, roleDefaults } from '@honbu/contract/rights.ts'
import type * as call from '@honbu/contract/roles.ts'
import { sql } from 'kysely'
import { changed } from '../platform/changed.ts'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { staffToday } from './club-admins.ts'

interface Row {
  roleId: number
  rights: Right[] | null
  creditLimit: number | null
  version: number | null
  people: number
}

export async function getClubRoles({ db, now }: Read, { clubId }: Input<typeof call.getClubRoles>) {
  return await readRoles(db, clubId, now)
}

export async function saveClubRole(context: Write, input: Input<typeof call.saveClubRole>) {
  const { tx, now } = context
  const { clubId, roleId, version, creditLimit } = input
  const before = await roleOf(tx, clubId, roleId, now)
  const values = {
    rights: [...input.rights],
    credit_limit_pence: creditLimit === null ? null : Math.round(creditLimit * 100),
  }
  const { rows } = await sql`
    insert into role_rights (club_id, role_id, rights, credit_limit_pence)
    select ${clubId}, ${roleId}, ${values.rights}::text[], ${values.credit_limit_pence}::integer where ${version} = 0
    on conflict do nothing returning version`.execute(tx)
  const saved =
    rows[0] ??
    (await tx
      .updateTable('role_rights')
      .set(eb => ({ ...values, version: eb('version', '+', 1) }))
      .where('club_id', '=', clubId)
      .where('role_id', '=', roleId)
      .where('version', '=', version)
      .returning('version')
      .executeTakeFirst())
  if (!saved) throw new Refused(409, 'Someone changed this role meanwhile. Load it again.', { version: ['Changed'] })
  return await told(context, clubId, before)
}

export async function resetClubRole(context: Write, { clubId, roleId }: Input<typeof call.resetClubRole>) {
  const { tx, now } = context
  const before = await roleOf(tx, clubId, roleId, now)
  await tx.deleteFrom('role_rights').where('club_id', '=', clubId).where('role_id', '=', roleId).execute()
  return await told(context, clubId, before)
}

type Role = Awaited<ReturnType<typeof readRoles>>[number]

async function told({ tx, now, audit }: Write, clubId: number, before: Role) {
  const after = await roleOf(tx, clubId, before.roleId, now)
  const shown = ({ name, rights, creditLimit }: Role) => ({ role: name, rights: rights.join(', '), creditLimit })
  audit({ clubId, subject: 'role_rights', subjectId: before.roleId, ...changed(shown(before), shown(after)) })
  return after
}

async function roleOf(db: Db, clubId: number, roleId: number, now: Date): Promise<Role> {
  const found = (await readRoles(db, clubId, now)).find(each => each.roleId === roleId)
  if (found) return found
  throw new Refused(400, 'This role may do everything, or there is no such role.', { roleId: ['Choose another role'] })
}

async function readRoles(db: Db, clubId: number, now: Date) {
  const { rows } = await sql<Row>`
    with held as (
      select club_user.id, coalesce(role_id, ${noRole}) as role_id
      from club_user left join club_user_role on club_user_id = club_user.id
      where club_id = ${clubId} and not is_admin and user_since <= ${staffToday(now)}
        and (user_until is null or user_until >= ${staffToday(now)})
    )
    select role.id as "roleId", rights, credit_limit_pence as "creditLimit", version,
      (select count(*) from held where held.role_id = role.id)::integer as people
    from unnest(${[...editableRoles]}::integer[]) with ordinality as role (id, place)
    left join role_rights on club_id = ${clubId} and role_rights.role_id = role.id
    order by place`.execute(db)
  return rows.map(({ roleId, rights: own, creditLimit, version, people }) => {
    const standard = roleDefaults[roleId] ?? { rights: [], creditLimit: 0 }
    const limit = own === null ? standard.creditLimit : creditLimit
    return {
      ...{ roleId, name: roleId === noRole ? 'No role' : (names[roleId] ?? ''), people },
      rights: rights.filter(right => (own ?? standard.rights).includes(right)),
      creditLimit: limit === null ? null : pounds(limit),
      isDefault: own === null,
      version: version ?? 0,
    }
  })
}
