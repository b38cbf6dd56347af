import { previewBulkEdit } from '../src/bulk/preview.ts'
import type { User } from '../src/platform/access.ts'
import type { Db } from '../src/platform/database.ts'
import type { Read } from '../src/platform/route.ts'
import type { Providers } from '../src/providers/index.ts'
import { testNow } from './app.ts'
import { createBulkEdit } from './factories/bulk-edits.ts'
import type { OurRows } from './our-rows.ts'

type RightInput = (rows: OurRows, db: Db) => object | Promise<object>

const edit = ({ club, member, category }: OurRows) => ({
  ...{ clubId: club, members: [member], filter: undefined },
  change: { kind: 'category' as const, categoryId: category },
})

/** As in right-input.ts: what the calls about changes to many people take. */
export const bulkInputs: Readonly<Record<string, RightInput>> = {
  previewBulkEdit: edit,
  applyBulkEdit: async (rows, db) => {
    // The preview of a category needs no more of them than the club.
    const user = { clubs: new Map([[rows.club, { isAdmin: true }]]) } as unknown as User
    const read = { db, user, now: testNow } as unknown as Read
    const { figures } = await previewBulkEdit({} as Providers)(read, edit(rows))
    return { ...edit(rows), figures }
  },
  undoBulkEdit: async ({ club, account, member }, db) => ({
    id: await createBulkEdit(db, { clubId: club, accountId: account, memberId: member }),
  }),
}
