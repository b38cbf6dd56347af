import * as z from 'zod/mini'
import { get, id, idText } from './endpoint.ts'
import { club, member } from './guards.ts'

export const getNoteReaders = get('/api/member/GetNoteReaders/:id', {
  summary:
    'Who can be mentioned in a note on this member: those who work in the club where it is written and may read notes of ' +
    'its category.',
  access: [member('id'), club('clubId')],
  input: { clubId: idText, noteCategoryId: idText },
  output: z.array(z.object({ accountId: id, fullName: z.string() })),
})
