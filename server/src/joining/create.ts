import { lockTree, nextCode } from '../members/index.ts'
import { addJoiner, type Joined } from './add-joiner.ts'
import { removeDraft } from './drafts.ts'
import { joinedClub } from './joined-club.ts'
import type { Created } from './joiner.ts'
import type { JoiningWrite } from './joining-write.ts'
import { linkSiblings, refuseOtherTree } from './link-siblings.ts'
import { refuseDuplicates } from './refuse-duplicates.ts'
import { refuseWithoutGuardian, secondContactOf } from './second-contact.ts'
import { within } from './within.ts'

/** All who join together are there afterwards, or nobody is. */
export async function create(write: JoiningWrite, input: Created) {
  const { tx, user } = write
  const { membership, secondContact, siblings, linkedMemberIds, consentHow, draftId, ...first } = input
  const club = await joinedClub(write, membership.clubId)
  // From here on nobody else adds to this tree: a code is given once, and who is the same person is seen.
  await lockTree(tx, club.rootClubId)
  const joiners = [
    { ...first, membership, at: '' },
    ...siblings.map((sibling, index) => ({ ...sibling, at: `siblings.${index}.` })),
  ]
  await refuseOtherTree(tx, linkedMemberIds, club.rootClubId)
  await refuseDuplicates(tx, club.rootClubId, joiners)
  refuseWithoutGuardian(joiners, secondContact, club.today)

  const contact = secondContact && (await within('secondContact.', () => secondContactOf(tx, secondContact, club)))
  const made: Joined[] = []
  let code = await nextCode(tx, club.rootClubId)
  for (const { at, ...joiner } of joiners) {
    const about = { club, contact, consentHow, code: String(code++) }
    made.push(await within(at, () => addJoiner(write, joiner, about)))
  }
  await linkSiblings(write, club, { memberIds: made.map(({ memberId }) => memberId), linkedMemberIds })
  if (draftId && user) await removeDraft({ ...write, user }, draftId)

  const [member, ...others] = made
  if (!member) throw new Error('Nobody has joined')
  return { ...member, siblings: others }
}
