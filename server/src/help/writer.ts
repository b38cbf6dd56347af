import { sql } from 'kysely'
import type { Read } from '../platform/route.ts'

/** Who is asking: as the account says. */
export const writerOf = ({ db, user }: Pick<Read, 'db' | 'user'>) =>
  db
    .selectFrom('account')
    .innerJoin('person', 'person.id', 'account.person_id')
    .select(['account.sub', 'account.email', 'account.created_at as createdAt'])
    .select(sql<string>`trim(concat(person.first_name, ' ', person.last_name))`.as('name'))
    .where('account.id', '=', user.accountId)
    .executeTakeFirstOrThrow()
