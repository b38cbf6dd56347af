import * as bulk from '@honbu/contract/bulk.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { type Read, serve } from '../platform/route.ts'
import type { Providers } from '../providers/index.ts'
import { applyBulkEdit } from './apply.ts'
import { previewBulkEdit } from './preview.ts'
import { readEdit, readEdits } from './stored-edit.ts'
import { undoBulkEdit } from './undo.ts'

export const serveBulk = ({ providers }: { readonly providers: Providers }) =>
  serve(bulk, {
    previewBulkEdit: previewBulkEdit(providers),
    applyBulkEdit: applyBulkEdit(providers),
    getBulkEdit: ({ db, now }: Read, { id }: Input<typeof bulk.getBulkEdit>) => readEdit(db, id, now),
    getBulkEdits: ({ db, now }: Read, { clubId }: Input<typeof bulk.getBulkEdits>) => readEdits(db, { clubId }, now),
    undoBulkEdit,
  })

export { workOnBulkEdits } from './work-on-edits.ts'
