import * as tags from '@honbu/contract/tags.ts'
import { serve } from '../platform/route.ts'
import { addTags, removeTags } from './add-tags.ts'
import { getClubTags, getTags } from './get-tags.ts'
import { deleteTag, mergeTags, saveTag } from './save-tag.ts'

export const serveTags = serve(tags, { getTags, addTags, removeTags, getClubTags, saveTag, mergeTags, deleteTag })

export { addTags, removeTags } from './add-tags.ts'
export { putTag, takeTag } from './change-tag.ts'
