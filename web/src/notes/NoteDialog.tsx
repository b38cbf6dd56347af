import { noteAudience, noteAudienceWords } from '@honbu/contract/note-category.ts'
import { getNoteReaders } from '@honbu/contract/note-readers.ts'
import { getNoteRecipients, NoteFields, saveNote } from '@honbu/contract/notes.ts'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../app/api.ts'
import { KeepDraft } from '../form-drafts/KeepDraft.tsx'
import type { MemberDetails } from '../member-view/panel-props.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { SwitchField } from '../ui/form/choices.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import { MentionField } from './MentionField.tsx'
import { type Mentionable, namedIn } from './mention.ts'
import { type Note, noteInput, type Recipient, recipientText } from './note.ts'
import { noteReads } from './note-reads.ts'
import { tellUnmentioned } from './tell-unmentioned.ts'

interface Props {
  memberId: number
  memberships: MemberDetails['memberships']
  today: string
  categories: readonly { id: number; name: string }[]
  /** Null: a new one. */
  note: Note | null
  /** What a new one begins with. */
  subject: string
  onClose: () => void
}

const Fields = z.extend(NoteFields, { clubId: z.int(), evenWithoutConsent: z.boolean() })

/** A note with all there is to it: reminder, pin, and to whom it is sent. */
export function NoteDialog({ memberId, memberships, today, categories, note, subject, onClose }: Props) {
  const clubs = memberships.filter(({ isOurs }) => isOurs)
  const save = useWrite(saveNote, { invalidates: noteReads })
  const form = useForm({
    schema: Fields,
    values: note ? valuesOf(note) : newNote(subject, categories[0]?.id ?? 1301, clubs[0]?.clubId ?? 0),
    version: note?.version,
    save: ({ mentions, ...values }, version) => {
      const named = namedIn(people, `${values.subject}\n${values.note}`)
      const all = { ...values, mentions: [...new Set([...mentions, ...named])] }
      return save.mutateAsync({ id: memberId, memberNoteId: note?.id ?? 0, version, ...all })
    },
    saved: ({ unmentioned }, { sendSms, sendEmail }) => {
      tellUnmentioned(unmentioned)
      if (sendSms || sendEmail) showToast({ message: 'The note is saved and on its way.' })
      onClose()
    },
    fromRecord: (record: Note) => valuesOf(record),
  })
  const watched = ['clubId', 'sendSms', 'sendEmail', 'noteCategoryId', 'subject', 'note'] as const
  const [clubId, sendSms, sendEmail, category, ...words] = form.watch(watched)
  const place = { id: memberId, clubId, noteCategoryId: category }
  const isMentioning = clubId !== 0 && words.some(text => text.includes('@'))
  const people = useRead(getNoteReaders, place, { enabled: isMentioning }).data ?? nobody
  const mention = ({ accountId }: Mentionable) =>
    form.setValue('mentions', [...new Set([...form.getValues('mentions'), accountId])])
  const recipients = useRead(getNoteRecipients, { id: memberId, clubId }, { enabled: clubId !== 0 })
  const { email, sms } = recipients.data ?? {}
  return (
    <Dialog title={note ? 'Edit note' : 'New note'} isOpen isWide onClose={onClose}>
      <Form form={form} submit={sendSms || sendEmail ? 'Save and send' : 'Save note'} cancel={onClose} isInDialog>
        <KeepDraft of={form} form="note" clubId={clubs[0]?.clubId} record={note?.id} memberId={memberId} />
        <FormSection title="Note">
          <MentionField
            {...form.field('subject')}
            label="Subject"
            required
            autoFocus
            people={people}
            onMention={mention}
          />
          <MentionField
            {...form.field('note')}
            label="Note"
            hint="Type @ and a name to notify a colleague."
            rows={5}
            people={people}
            onMention={mention}
          />
          <SelectField
            {...form.field('noteCategoryId')}
            label="Category"
            hint={noteAudienceWords[noteAudience(category)]}
            options={categories.map(({ id, name }) => ({ value: id, text: name }))}
          />
          {!note && clubs.length > 1 && (
            <SelectField
              {...form.field('clubId')}
              label="Written in"
              options={clubs.map(each => ({ value: each.clubId, text: each.clubName }))}
            />
          )}
          <DateField
            {...form.field('reminder')}
            label="Reminder"
            hint="Appears in your task list, due on that day."
            today={today}
          />
          <SwitchField
            {...form.field('isPinned')}
            label="Pinned"
            hint="Stands on top of the member and the register."
          />
          <SwitchField {...form.field('completed')} label="Completed" />
        </FormSection>
        <FormSection title="Send it" hint="The note as it is written above, when it is saved.">
          <SwitchField
            {...form.field('sendEmail')}
            label="By e-mail"
            hint={<Goes recipient={email} />}
            disabled={!email?.to}
          />
          <SwitchField
            {...form.field('sendSms')}
            label="By text message"
            hint={<Goes recipient={sms} needsConsent />}
            disabled={!sms?.to}
          />
          {sendSms && sms?.to && !sms.hasConsent && (
            <SwitchField
              {...form.field('evenWithoutConsent')}
              label="Send it although there is no consent"
              hint={`${sms.to.name} has not agreed to text messages from this club. Only what cannot wait, such as a class that does not take place.`}
              isWide
            />
          )}
        </FormSection>
      </Form>
    </Dialog>
  )
}

/** Who will get it, or why nobody can. */
function Goes({ recipient, needsConsent = false }: { recipient: Recipient | undefined; needsConsent?: boolean }) {
  if (!recipient) return 'Looking who would get it…'
  if (!recipient.to) return <>{recipient.refused}</>
  const without = needsConsent && !recipient.hasConsent ? ', who has not agreed to text messages' : ''
  const wait = recipient.waitsUntil ? `. Texts wait until ${recipient.waitsUntil}` : ''
  return <>{recipientText(recipient.to) + without + wait}</>
}

function valuesOf(note: Note) {
  const { id: _, memberNoteId: _note, version: _version, ...values } = noteInput(note)
  return values
}

const newNote = (subject: string, noteCategoryId: number, clubId: number) => ({
  clubId,
  noteCategoryId,
  subject,
  note: '',
  reminder: null,
  completed: false,
  isPinned: false,
  sendSms: false,
  sendEmail: false,
  evenWithoutConsent: false,
  mentions: [],
})

const nobody: readonly Mentionable[] = []
