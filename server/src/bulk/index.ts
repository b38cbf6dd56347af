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
    getBulkEdit: (read: Read, { id }: Input<typeof bulk.getBulkEdit>) => readEdit(read.db, id, read),
    getBulkEdits: (read: Read, { clubId }: Input<typeof bulk.getBulkEdits>) => readEdits(read.db, { clubId }, read),
    undoBulkEdit,
  })

export { workOnBulkEdits } from './work-on-edits.ts'
