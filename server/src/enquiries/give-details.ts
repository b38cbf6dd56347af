import { type WriteParts, writeBySystem } from '../bookings/index.ts'
import { addContact, recordConsents, secondContactOf } from '../joining/index.ts'
import { saveNote } from '../notes/index.ts'
import { lockPersonOf, updatePerson } from '../people/index.ts'
import { type DetailsRequest, detailsRequest } from './details-request.ts'
import type { Answers } from './read-answers.ts'

const nowhere = { line: null, town: null, postcode: null }
const noPhones = { phoneMob: null, phoneDay: null, phoneEve: null }

/** Stores what a walk-in or their parent has filled in, once: a form that comes again changes nothing. */
export async function giveDetails(parts: WriteParts, asked: DetailsRequest, answers: Answers): Promise<void> {
  await writeBySystem(parts, 'giveDetails', async context => {
    const { tx } = context
    const { memberId, personId, clubId } = asked
    const write = { ...context, user: null }
    await lockPersonOf(tx, personId, memberId)
    const request = await detailsRequest(tx, asked, context.now)
    if (!request || request.isGiven) return
    const { person, writer, isForChild, message, communicationFlags } = answers
    const reach = { email: writer.email, ...noPhones, phoneMob: writer.phone }
    const contact = isForChild
      ? await secondContactOf(
          tx,
          {
            ...{ personId: null, firstName: writer.firstName, lastName: writer.lastName, gender: '', dob: null },
            ...{ ...reach, address: nowhere, relationship: 'Parent or guardian', isGuardian: true, isEmergency: true },
          },
          request,
        )
      : null
    // A child's guardian is there before the birthday says that they are a child.
    if (contact) await addContact(write, contact, { memberId, clubId })
    const { before, after } = await updatePerson(tx, {
      ...{ personId, version: undefined, place: request, current: async () => null },
      fields: { ...person, ...(!isForChild && { email: reach.email, phoneMob: reach.phoneMob }) },
    })
    context.audit({ clubId, memberId, subject: 'person', subjectId: personId, before, after })
    const joiner = { person, communicationFlags }
    await recordConsents(write, { personId, club: request, contact, joiner, how: 'screen' })
    if (message) await saveNote(write, { ...plainNote, id: memberId, clubId, note: message })
  })
}

const plainNote = {
  ...{ memberNoteId: 0, noteCategoryId: 1301, subject: 'Written with their details', isPinned: false },
  ...{ reminder: null, completed: false, sendSms: false, sendEmail: false, evenWithoutConsent: false },
}
