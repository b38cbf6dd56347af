import * as z from 'zod/mini'
import { get, id, post } from './endpoint.ts'
import { admin, club, member, orNew, tag } from './guards.ts'
import { written } from './written.ts'

/** A tag that members of a club can be given: the club's own, or one of a club above it. */
export const Tag = z.object({ id, name: z.string(), colour: z.string(), clubId: id, clubName: z.string() })

export const getTags = get('/api/member/GetTags/:id', {
  summary: "The tags that a member has been given in the caller's clubs, by name.",
  access: member('id'),
  output: z.array(z.extend(Tag, { memberTagClubId: id })),
})

const tagName = written(60).check(z.minLength(1, { error: 'Give it a name' }))

const which = {
  /** The members; or, instead, all that a search of the directory finds: its filter ('' finds everybody) and its clubs. */
  members: z.optional(z.array(id).check(z.minLength(1), z.maxLength(5000))),
  filter: z.optional(z.string().check(z.maxLength(10_000))),
  clubIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(500))),
  /** Tags by their names, whatever the case. */
  tags: z.array(tagName).check(z.minLength(1, { error: 'Choose a tag' }), z.maxLength(20)),
}

export const addTags = post('/api/member/AddTags/', {
  summary:
    'Gives members tags, all or none. A tag is found by its name in the member’s club and those above it; one that is not ' +
    'there is made, as high up as the caller works.',
  access: [member('members'), club('clubIds')],
  input: which,
  output: z.object({
    /** How many members these were, and how many tags were new to them. */
    members: z.int(),
    added: z.int(),
  }),
})

export const removeTags = post('/api/member/RemoveTags/', {
  summary: 'Takes tags from members, all or none: those given in the caller’s clubs.',
  access: [member('members'), club('clubIds')],
  input: which,
  output: z.object({ members: z.int(), removed: z.int() }),
})

export const getClubTags = get('/api/club/GetTags/:id', {
  summary: 'The tags that can be given in a club: its own, and those of the clubs above it; by name.',
  access: club('id'),
  output: z.array(
    z.extend(Tag, {
      /** Of this club, not of one above. */
      isOwn: z.boolean(),
      /** Members of this club and those below it who have it. */
      members: z.int(),
    }),
  ),
})

const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/, { error: 'Should be a colour' }))

/** What a person edits of a tag. */
export const TagFields = z.object({ name: tagName, colour })

export const saveTag = post('/api/club/SaveTag/:id', {
  summary: 'Saves a tag of a club (id 0: a new one). The name of another tag of the club is refused: merge them.',
  access: [admin(orNew(tag('id'))), admin(club('clubId'))],
  input: { clubId: id, name: tagName, colour },
  output: z.object({ id }),
})

export const mergeTags = post('/api/club/MergeTags/:id', {
  summary: 'Gives everybody who has this tag (id) the other one, and deletes this one.',
  access: [admin(tag('id')), admin(tag('intoTagId'))],
  input: { intoTagId: id },
  output: z.object({ id, members: z.int() }),
})

export const deleteTag = post('/api/club/DeleteTag/:id', {
  summary: 'Deletes a tag, and takes it from everybody who has it.',
  access: admin(tag('id')),
  output: z.object({ id, members: z.int() }),
})
